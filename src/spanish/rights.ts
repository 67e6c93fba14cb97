/** What is said of rights, in Spanish. */

import { translations } from "./table.ts";

/** English to Spanish. */
export const RIGHTS = translations({
  "Cannot start {who}: it would have more rights than it needs, {flag}":
    "No se puede iniciar {who}: tendría más permisos de los que necesita, {flag}",
  "Start it with no more than: {flags}": "Inícielo con no más de: {flags}",
  "no permission": "ningún permiso",
  "this run": "esta ejecución",
  "Cannot start {who}: {flags} is missing": "No se puede iniciar {who}: falta {flags}",
  "Cannot start {who}: {flags} are missing": "No se puede iniciar {who}: faltan {flags}",
  "{what}; use the full build, architect": "{what}; use el programa completo, architect",
  "Cannot use --allow-commands: architect-sandbox starts no other program":
    "No se puede usar --allow-commands: architect-sandbox no inicia ningún otro programa",
  "Cannot enable commands: architect-sandbox starts no other program":
    "No se pueden activar los comandos: architect-sandbox no inicia ningún otro programa",
  "Cannot connect to {host}: architect-sandbox reaches known providers and this machine only":
    "No se puede conectar con {host}: architect-sandbox solo llega a proveedores conocidos y a este equipo",
  "Cannot read the key in {name}: architect-sandbox reads the variables it knows only":
    "No se puede leer la clave de {name}: architect-sandbox solo lee las variables que conoce",
  'Cannot show "{name}": there is no such command':
    'No se puede mostrar "{name}": no existe ese comando',
  "One of: {names}": "Uno de: {names}",
  "only reading": "solo lectura",
  "Command": "Comando",
  "Workspace": "Carpeta",
  "Net": "Red",
  "Host": "Host",
  "read": "leer",
  // No wider, so that the table still fits into 80 columns.
  "read, write": "leer/escribir",
  "yes": "sí",
  "all": "todo",
  "This is the full build, compiled with:": "Este es el programa completo, compilado con:",
  "This is the sandbox build, compiled with:": "Este es el programa sandbox, compilado con:",
  "This runs from source, with:": "Se ejecuta desde el código fuente, con:",
  "write": "escribir",
  "net": "red",
  "commands": "comandos",
  "environment": "entorno",
  "native code": "código nativo",
});
