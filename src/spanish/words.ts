/** Words and texts that several parts of the program say, in Spanish. */

import { translations } from "./table.ts";

/** English to Spanish. */
export const WORDS = translations({
  "1 step": "1 paso",
  "Agent": "Agente",
  'Cannot save session "{id}": it is larger than 64 MiB':
    'No se puede guardar la sesión "{id}": ocupa más de 64 MiB',
  "Commands": "Comandos",
  "Cost": "Coste",
  "ended": "terminada",
  "Files": "Archivos",
  "Give a file in the folder that architect was started in.":
    "Indique un archivo de la carpeta en la que se inició architect.",
  "it is empty": "no contiene nada",
  "it is {kind}": "es {kind}",
  "its folder does not exist": "su carpeta no existe",
  "line {line} of its history is damaged: {reason}":
    "la línea {line} de su historial está dañada: {reason}",
  "Model": "Modelo",
  "none": "ninguno",
  "not ended": "sin terminar",
  "Not known": "No se sabe",
  "Nothing was written. Look at what is there: architect sessions":
    "No se ha escrito nada. Mire lo que hay: architect sessions",
  "now": "ahora",
  "Runs": "Ejecuciones",
  "Session": "Sesión",
  "Started": "Inicio",
  "Status": "Estado",
  "Step": "Paso",
  "step {step}": "paso {step}",
  "Steps": "Pasos",
  "Task": "Tarea",
  "there is no such file": "no existe ese archivo",
  "Time": "Hora",
  "{count} steps": "{count} pasos",
});
