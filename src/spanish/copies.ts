/** What export, import and fork say, in Spanish. */

import { translations } from "./table.ts";

/** English to Spanish. */
export const COPIES = translations({
  "Cannot read the bundle: {why}": "No se puede leer el paquete: {why}",
  "Nothing was imported. Make it anew where the session is: {command}":
    "No se ha importado nada. Vuelva a crearlo donde está la sesión: {command}",
  "its line ends were changed on the way: take it along as a binary file":
    "sus finales de línea cambiaron por el camino: trátelo como archivo binario",
  "it is no bundle of architect": "no es un paquete de architect",
  "it is cut off: its last line is missing": "está cortado: falta su última línea",
  "Cannot read the bundle: a newer architect made it (layout {version}, and this one reads up to {newest})":
    "No se puede leer el paquete: lo creó un architect más nuevo (formato {version}, y este lee hasta el {newest})",
  "Update architect; nothing was imported.": "Actualice architect; no se ha importado nada.",
  "session_id is no id of a session": "session_id no es el identificador de una sesión",
  "its state was altered": "se alteró su estado",
  "its history was altered": "se alteró su historial",
  "its first or its last line was altered": "se alteró su primera o su última línea",
  "its state does not count the lines of its history":
    "su estado no cuenta las líneas de su historial",
  "there is no line in its history": "no hay ninguna línea en su historial",
  "the last line of its history is torn": "la última línea de su historial está cortada",
  "its first step is not finished": "su primer paso no ha terminado",
  "step {step} is not finished": "el paso {step} no ha terminado",
  "step {step} is not there; there is no step in it":
    "el paso {step} no existe; no hay ningún paso",
  "step {step} is not there; there is only step {last}":
    "el paso {step} no existe; solo existe el paso {last}",
  "step {step} is not there; there are steps {first} to {last}":
    "el paso {step} no existe; existen los pasos del {first} al {last}",
  "Nothing was written.": "No se ha escrito nada.",
  'Cannot save session "{id}": there is one with this id':
    'No se puede guardar la sesión "{id}": ya hay una con este identificador',
  'Cannot fork session "{id}": {why}': 'No se puede bifurcar la sesión "{id}": {why}',
  "Another process works on it: wait for that.":
    "Otro proceso trabaja en ella: espere a que acabe.",
  "{id} is in use: forked after step {step}, which is finished":
    "{id} está en uso: se bifurcó tras el paso {step}, que ha terminado",
  "no history tells what {id} had spent and written by step {step}: all that it has spent counts, and every file that it wrote counts as changed":
    "ningún historial dice lo que {id} había gastado y escrito hasta el paso {step}: cuenta todo lo que ha gastado, y cada archivo que escribió cuenta como cambiado",
  "forked {id} after step {step}: {fork}": "{id} bifurcada tras el paso {step}: {fork}",
  "forked {id} after step {step}": "{id} bifurcada tras el paso {step}",
  "{id} is here already, the very same": "{id} ya está aquí, exactamente la misma",
  "imported {id} as {newId}": "{id} importada como {newId}",
  "imported {id}": "{id} importada",
  'Cannot import session "{id}": another state of it is here':
    'No se puede importar la sesión "{id}": aquí hay otro estado de ella',
  "Nothing was changed. Import it beside that with --new-id, or remove what is here first: {command}":
    "No se ha cambiado nada. Impórtela aparte con --new-id, o elimine antes lo que hay aquí: {command}",
  "wrote {file}": "{file} escrito",
  "Cannot read {file}: {why}": "No se puede leer {file}: {why}",
  "Give a file that this made: {command}": "Indique un archivo creado con: {command}",
  "Cannot read {file}: it is larger than any bundle":
    "No se puede leer {file}: ocupa más que cualquier paquete",
  "Nothing was imported.": "No se ha importado nada.",
  "{id} is in use: the bundle holds it as of its last save":
    "{id} está en uso: el paquete la contiene como se guardó por última vez",
  // One too.
  "{count} paths outside of this folder are left out of the bundle":
    "quedan fuera del paquete las rutas de fuera de esta carpeta: {count}",
  'Cannot write "{path}": {reason}': 'No se puede escribir "{path}": {reason}',
  "it lies in .architect, where sessions are": "está en .architect, donde están las sesiones",
  "give one, or . ": "indique una, o . ",
  "too long": "demasiado larga",
  "it has control characters": "tiene caracteres de control",
  "is the name of a device on Windows": "es el nombre de un dispositivo en Windows",
  "holds {character}, which no name on Windows may hold":
    "contiene {character}, que ningún nombre puede contener en Windows",
  "ends in a dot or a space, which Windows drops":
    "acaba en un punto o un espacio, que Windows quita",
  "it is a symbolic link to nothing": "es un enlace simbólico que no lleva a nada",
  "the workspace is gone": "la carpeta de trabajo ya no existe",
  "it leads out of the workspace; give a path relative to it":
    "lleva fuera de la carpeta de trabajo; indique una ruta relativa a ella",
  ".architect is closed to tools": ".architect está cerrado a las herramientas",
  "its symbolic links go round in circles": "sus enlaces simbólicos forman un ciclo",
  "one of its folders is a file": "una de sus carpetas es un archivo",
  "the system permits no access": "el sistema no permite el acceso",
});
