/** What any command may say of a failure, in Spanish. */

import { translations } from "./table.ts";

/** English to Spanish. */
export const ERRORS = translations({
  "error: {message}": "error: {message}",
  "warning: {message}": "aviso: {message}",
  'Cannot read "{path}": {reason}': 'No se puede leer "{path}": {reason}',
  "{what}: {why}": "{what}: {why}",
  "interrupted by {signal}": "interrumpido por {signal}",
  "Cannot use the current folder: it cannot be read":
    "No se puede usar la carpeta actual: no se puede leer",
  "Start architect in a folder that exists.": "Inicie architect en una carpeta que exista.",
  "Set ARCHITECT_DEBUG=1 to see where it came from.":
    "Ponga ARCHITECT_DEBUG=1 para ver de dónde viene.",
  "a symbolic link": "un enlace simbólico",
  "a folder": "una carpeta",
  "a pipe, socket or device": "una tubería, un socket o un dispositivo",
  "it is {kind}, and a regular file is wanted": "es {kind}, y se espera un archivo normal",
  "it was swapped while it was read": "lo cambiaron por otro mientras se leía",
  "it was swapped meanwhile": "lo cambiaron por otro entretanto",
  "it is larger than {count} bytes": "ocupa más de {count} bytes",
  "Cannot write to stdout": "No se puede escribir en stdout",
  "en or es": "el código en o es",
  "Cannot use variable {name}: {wanted} is wanted":
    "No se puede usar la variable {name}: se espera {wanted}",
});
