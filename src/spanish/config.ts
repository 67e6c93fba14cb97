/** What is wrong with a config, in Spanish. */

import { translations } from "./table.ts";

/** English to Spanish. */
export const CONFIG = translations({
  'Cannot use config "{file}": {why}': 'No se puede usar la configuración "{file}": {why}',
  'Cannot read config "{file}": {why}': 'No se puede leer la configuración "{file}": {why}',
  'Config "{file}": ignored, as only the Python architect knows it: {keys}':
    'Configuración "{file}": se ignora, pues solo lo conoce el architect de Python: {keys}',
  "line {line}: {what}": "línea {line}: {what}",
  "a map of sections is wanted": "se espera un mapa de secciones",
  "{key} is not a key of the config": "{key} no es una clave de la configuración",
  "Keys there: {keys}.": "Claves posibles ahí: {keys}.",
  "{key}: {wanted} is wanted, not {kind}": "{key}: se espera {wanted} en lugar de {kind}",
  "{key} may not be set there, as that file may come with a cloned repository":
    "{key} no se puede definir ahí, pues ese archivo puede venir con un repositorio clonado",
  "Give it with -c FILE, --api-base or ARCHITECT_API_BASE.":
    "Indíquelo con -c FILE, --api-base o ARCHITECT_API_BASE.",
  "Give it with -c FILE, --api-key or ARCHITECT_API_KEY.":
    "Indíquelo con -c FILE, --api-key o ARCHITECT_API_KEY.",
  "Give it with -c FILE or --model.": "Indíquelo con -c FILE o --model.",
  "Give it with -c FILE or --allow-commands.": "Indíquelo con -c FILE o --allow-commands.",
  "Give it with -c FILE or --mode yolo.": "Indíquelo con -c FILE o --mode yolo.",
  "Give it with -c FILE.": "Indíquelo con -c FILE.",
  "A key must be text": "una clave debe ser un texto",
  "Map keys must be unique": "las claves de un mapa deben ser únicas",
  "there are more than {count} aliases": "hay más de {count} alias",
  "text that is not empty": "un texto que no esté vacío",
  "an integer of 0 or more": "un número entero igual o mayor que 0",
  "an integer of 1 or more": "un número entero igual o mayor que 1",
  "a number of seconds above 0, at most 2000000":
    "un número de segundos mayor que 0 y como máximo 2000000",
  "an amount of USD, 0 or more": "una cantidad de USD igual o mayor que 0",
  "a URL that begins with http:// or https://": "una URL que empiece por http:// o https://",
  "the name of an environment variable": "el nombre de una variable de entorno",
  "a section with keys of its own": "una sección con claves propias",
  nothing: "nada",
  "a section": "una sección",
  "this number": "este número",
  "this string": "esta cadena",
  "Cannot use {flag} {path}: {why}": "No se puede usar {flag} {path}: {why}",
  "it lies outside the workspace": "está fuera de la carpeta de trabajo",
  "it leads outside the workspace through a symbolic link":
    "lleva fuera de la carpeta de trabajo por un enlace simbólico",
  "it is a symbolic link that leads nowhere": "es un enlace simbólico que no lleva a ninguna parte",
  "it is not UTF-8 text": "no es texto UTF-8",
});
