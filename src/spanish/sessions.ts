/** What finding, reading, saving, locking and removing sessions says, in Spanish. */

import { translations } from "./table.ts";

/** English to Spanish. */
export const SESSIONS = translations({
  "it is no session id": "no es un identificador de sesión",
  "there is none with this id": "no hay ninguna con este identificador",
  "an id looks like 20260223-143022-a1b2c3; its first 4 or more characters, or last, will do":
    "un identificador es como 20260223-143022-a1b2c3; bastan sus 4 primeros caracteres o más, o last",
  "no id begins with it": "ningún identificador empieza así",
  "there is none that can be resumed": "no hay ninguna que se pueda reanudar",
  "Cannot find session {session}: {why}": "No se encuentra la sesión {session}: {why}",
  'Cannot find session "{wanted}": {count} ids begin with it':
    'No se encuentra la sesión "{wanted}": {count} identificadores empiezan así',
  "Give more of the id: {ids}.": "Indique más caracteres del identificador: {ids}.",
  "{ids} and {count} more": "{ids} y {count} más",
  "List the sessions: architect sessions": "Vea la lista de sesiones: architect sessions",

  'Cannot read session "{id}"': 'No se puede leer la sesión "{id}"',
  'Cannot read the history of session "{id}"': 'No se puede leer el historial de la sesión "{id}"',
  "its file is larger than 64 MiB": "su archivo ocupa más de 64 MiB",
  "a newer architect wrote it (schema {schema}, and this one reads up to {newest})":
    "es de un architect más nuevo (esquema {schema}, y este lee hasta el {newest})",
  "Update architect; the file was left as it is.":
    "Actualice architect; el archivo se ha dejado como está.",
  "The file was left as it is; restore it from a copy, or remove the session: {command}":
    "El archivo se ha dejado como está; restáurelo de una copia o elimine la sesión: {command}",
  "The file was left as it is; restore it from a copy, or go on with that: {command}":
    "El archivo se ha dejado como está; restáurelo de una copia o siga con lo que queda: {command}",
  "What can still be read: task {task}, {steps}, {count} messages.":
    "Lo que aún se puede leer: tarea {task}, {steps}, mensajes: {count}.",
  "Rebuild it from its history: architect sessions verify {id} --repair":
    "Reconstrúyala a partir de su historial: architect sessions verify {id} --repair",
  "Remove it: architect sessions delete {id}": "Elimínela: architect sessions delete {id}",

  'Cannot save session "{id}"': 'No se puede guardar la sesión "{id}"',
  'Cannot save session "{id}": {why}': 'No se puede guardar la sesión "{id}": {why}',
  "The last saved state stands.": "El último estado guardado sigue siendo válido.",
  "its file is gone": "su archivo ya no está",
  "another process has written it": "otro proceso la ha escrito",
  "its file is not the one that was read": "su archivo no es el que se leyó",

  'Cannot lock session "{id}"': 'No se puede bloquear la sesión "{id}"',
  'Cannot lock session "{id}": in use by {holder}':
    'No se puede bloquear la sesión "{id}": en uso por {holder}',
  "pid {pid} on {host} since {since}": "pid {pid} en {host} desde {since}",
  "pid {pid} on {host} since unknown": "pid {pid} en {host} desde no se sabe cuándo",
  "another process": "otro proceso",
  "unknown": "desconocido",
  "an unknown host": "un equipo desconocido",
  "Wait until it ends, or stop that process.": "Espere a que termine o detenga ese proceso.",

  'Cannot repair session "{id}"': 'No se puede reparar la sesión "{id}"',
  'Cannot check session "{id}": its run died before its first answer':
    'No se puede comprobar la sesión "{id}": su ejecución murió antes de la primera respuesta',
  "architect cleanup removes what it left.": "architect cleanup elimina lo que dejó.",
  'Cannot delete session "{id}"': 'No se puede eliminar la sesión "{id}"',
  'Cannot delete session "{id}": there is none with this id':
    'No se puede eliminar la sesión "{id}": no hay ninguna con este identificador',
  "Cannot delete session {session}: the full id is wanted":
    "No se puede eliminar la sesión {session}: se espera el identificador completo",
  "Delete it with: architect sessions delete {id}": "Elimínela con: architect sessions delete {id}",
  "See what there is: architect sessions": "Vea lo que hay: architect sessions",

  'Cannot use "{path}"': 'No se puede usar "{path}"',
  'Cannot use "{path}": {reason}': 'No se puede usar "{path}": {reason}',
  'Cannot use "{path}": it is {kind}, and a folder is wanted':
    'No se puede usar "{path}": es {kind}, y se espera una carpeta',
  "a file": "un archivo",
  "Remove it.": "Elimínelo.",
  "Remove it, or move the folder it points to there.":
    "Elimínelo o ponga en su lugar la carpeta a la que apunta.",
  'Cannot make folder "{path}"': 'No se puede crear la carpeta "{path}"',
  'Cannot save sessions in "{path}"': 'No se pueden guardar sesiones en "{path}"',
  'Cannot list sessions in "{path}"': 'No se pueden listar las sesiones de "{path}"',
  'Cannot look for session "{id}"': 'No se puede buscar la sesión "{id}"',

  "the disk is full": "el disco está lleno",
  "the disk quota is used up": "la cuota de disco está agotada",
  "the file system is read-only": "el sistema de archivos es de solo lectura",
  "permission is denied": "permiso denegado",
  "the operation is not permitted": "la operación no está permitida",
  "the disk reports an error": "el disco informa de un error",
  "too many files are open": "hay demasiados archivos abiertos",
  "a file stands where a folder is wanted": "hay un archivo donde se espera una carpeta",
  "the file would be too large for the file system":
    "el archivo sería demasiado grande para el sistema de archivos",
  "Make room or give the right to write there, then go on: what was saved last is whole.":
    "Libere espacio o dé permiso para escribir ahí y siga: lo último que se guardó está completo.",
  'Cannot append to "{path}": it was cut to {count} bytes meanwhile':
    'No se puede añadir a "{path}": entretanto se cortó a {count} bytes',
  "Cannot write: the file system takes no more bytes":
    "No se puede escribir: el sistema de archivos no acepta más bytes",
});
