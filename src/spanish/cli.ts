/** What is wrong with a command line, and what shells show, in Spanish. */

import { translations } from "./table.ts";

/** English to Spanish. */
export const CLI = translations({
  "Set it to en or es, or unset it.": "Dele el valor en o es, o quítela.",

  "Cannot use {name} {value}: {why}": "No se puede usar {name} {value}: {why}",
  "a URL that begins with http:// or https:// is wanted":
    "se espera una URL que empiece por http:// o https://",
  "an amount of USD such as 1.50, or +1.50 for more than is spent, is wanted":
    "se espera una cantidad de USD como 1.50, o +1.50 para añadirla a lo gastado",
  "a number of seconds above 0, at most {most}, is wanted":
    "se espera un número de segundos mayor que 0 y como máximo {most}",
  "an integer of 1 or more is wanted": "se espera un número entero igual o mayor que 1",
  "an integer of 0 or more is wanted": "se espera un número entero igual o mayor que 0",
  "an integer from 0 to 255 is wanted": "se espera un número entero de 0 a 255",
  "one of {words} is wanted": "se espera uno de {words}",
  'Cannot use {name} {value}: a file name of letters, digits, "_", ".", "+" and "-" is wanted':
    'No se puede usar {name} {value}: se espera un nombre de archivo con letras, cifras, "_", ".", "+" y "-"',

  "Run `{path} --help` for what it takes.": "Ejecute `{path} --help` para ver lo que admite.",
  "Cannot start: there is no command": "No se puede empezar: falta el comando",
  "Cannot start a run: there is no prompt":
    "No se puede empezar una ejecución: falta la instrucción",
  "Cannot resume: there is no session id":
    "No se puede reanudar: falta el identificador de la sesión",
  "Cannot fork: there is no --session": "No se puede bifurcar: falta --session",
  "Cannot use --no-session with resume": "No se puede usar --no-session con resume",
  "Cannot use --session together with --no-session":
    "No se puede usar --session junto con --no-session",
  "Cannot use --session {session}: resume was given <id> {given}":
    "No se puede usar --session {session}: resume recibió <id> {given}",
  "Cannot tell the prompt: there are too many arguments, quote it":
    "No se sabe cuál es la instrucción: hay demasiados argumentos, póngala entre comillas",
  "Cannot read the prompt and --config from stdin, both are -":
    "No se pueden leer de stdin la instrucción y --config: ambas son -",
  "Cannot print a completion script: bash, zsh or fish is wanted":
    "No se puede imprimir un script de autocompletado: se espera bash, zsh o fish",

  'Unknown command "{name}". Did you mean command "{meant}"?':
    'Comando desconocido "{name}". ¿Quería decir el comando "{meant}"?',
  'Unknown option "{name}". Did you mean option "{meant}"?':
    'Opción desconocida "{name}". ¿Quería decir la opción "{meant}"?',
  'Invalid option "{name}". Did you mean option "{meant}"?':
    'Opción no válida "{name}". ¿Quería decir la opción "{meant}"?',
  'Option "{name}" can only occur once, but was found several times':
    'La opción "{name}" solo puede indicarse una vez, y aparece varias',
  'Missing value for option "{name}"': 'Falta el valor de la opción "{name}"',
  'Option "{name}" doesn\'t take a value, but got "{value}"':
    'La opción "{name}" no admite ningún valor, pero recibió "{value}"',
  'Option "{name}" cannot be combined with other options':
    'La opción "{name}" no puede combinarse con otras opciones',
  'Option "{name}" conflicts with option "{other}"':
    'La opción "{name}" es incompatible con la opción "{other}"',
  'No arguments allowed for command "{path}"': 'El comando "{path}" no admite argumentos',
  "Missing argument(s): {names}": "Argumentos que faltan: {names}",
  "Too many arguments: {values}": "Demasiados argumentos: {values}",

  "completion needs compinit: {line}": "el autocompletado necesita compinit: {line}",
  "the newest session that nobody is working on":
    "la sesión más reciente en la que nadie está trabajando",
  "only reads": "solo lee",
  "all tools": "todas las herramientas",
  "from the config": "de la configuración",
});
