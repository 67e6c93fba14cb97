/** What the commands run and resume say, and what they ask, in Spanish. */

import { translations } from "./table.ts";

/** English to Spanish. */
export const RUN = translations({
  'Cannot resume "{session}": saving is off, and what the run does would be lost':
    'No se puede reanudar "{session}": el guardado está desactivado, y se perdería lo que haga la ejecución',
  'Take "{setting}" out of the config.': 'Quite "{setting}" de la configuración.',
  "Cannot start with mode {mode}: it asks before tools run, and there is no terminal":
    "No se puede empezar con el modo {mode}: pregunta antes de ejecutar herramientas, y no hay terminal",
  "To let tools run unasked: {command}":
    "Para que las herramientas se ejecuten sin preguntar: {command}",
  "Add --mode yolo to let tools run unasked.":
    "Añada --mode yolo para que las herramientas se ejecuten sin preguntar.",
  "Add --mode yolo to let tools run unasked, --agent plan to change nothing, or --dry-run.":
    "Añada --mode yolo para que las herramientas se ejecuten sin preguntar, --agent plan para no cambiar nada o --dry-run.",
  "Wait until it ends, stop that process, or go on beside it in a fork: {command}":
    "Espere a que termine, detenga ese proceso o continúe aparte en una bifurcación: {command}",
  "Cannot read the prompt from stdin: there is none":
    "No se puede leer la instrucción de stdin: no hay ninguna",
  "Give it as an argument, or pipe it in: architect run - < task.md":
    "Indíquela como argumento o por stdin: architect run - < task.md",
  "Cannot read the prompt from stdin: it is over 8 MiB":
    "No se puede leer la instrucción de stdin: ocupa más de 8 MiB",
  "Put it into a file and name the file in the prompt.":
    "Póngala en un archivo y nombre el archivo en la instrucción.",
  "Cannot read the prompt from stdin: it is not UTF-8 text":
    "No se puede leer la instrucción de stdin: no es texto UTF-8",
  "Interrupted by {signal}": "Interrumpido por {signal}",
  "session {id}": "sesión {id}",
  "step {step}  {cost}": "paso {step}  {cost}",
  "step {step}  waiting for the model": "paso {step}  esperando al modelo",
  "step {step}  {count} characters received": "paso {step}  {count} caracteres recibidos",
  "  {call}  not done, as this is a dry run:": "  {call}  no se hizo, pues es un simulacro:",
  "  {call}  failed: {error}": "  {call}  falló: {error}",
  "{status}: {steps}, {cost}": "{status}: {steps}, {cost}",
  "{status}: {steps}, {cost}, changed {files}":
    "{status}: {steps}, {cost}, archivos cambiados: {files}",
  "Go on with: {command}": "Continúe con: {command}",
  "Run {tool}?": "¿Ejecutar {tool}?",
  Yes: "Sí",
  No: "No",
  "Invalid answer.": "Respuesta no válida.",
});
