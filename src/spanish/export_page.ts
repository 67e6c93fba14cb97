/** What an exported session says, in Spanish. */

import { translations } from "./table.ts";

/** English to Spanish. */
export const EXPORT_PAGE = translations({
  // The code of the language, of which a page says that it is in it.
  "en": "es",
  "Answer": "Respuesta",
  "{start} to {end}": "de {start} a {end}",
  "The whole task": "La tarea entera",
  "End": "Fin",
  "Widened by a flag": "Ampliado por una opción",
  "Step {step}": "Paso {step}",
  "system prompt": "instrucción del sistema",
  "system": "sistema",
  "user": "usuario",
  "summary": "resumen",
  "result": "resultado",
  // One too.
  "Cost: {cost} over {count} answers": "Coste: {cost}, respuestas: {count}",
  "start": "inicio",
  "{name}: {cost}": "{name}: {cost}",
  "{name}: {cost}, its own cost is unknown": "{name}: {cost}, no se sabe su propio coste",
  "1 run": "1 ejecución",
  "{count} runs": "{count} ejecuciones",
  "{count} more": "{count} más",
  "Session {id}, agent {agent}, model {model}": "Sesión {id}, agente {agent}, modelo {model}",
  "Changed: nothing": "Cambios: ninguno",
  "Changed: {files}": "Archivos cambiados: {files}",
  "Not known: {what}": "No se sabe: {what}",
  "1 older entry left out here. The whole session: {command}":
    "Aquí se omite 1 entrada anterior. La sesión entera: {command}",
  "{count} older entries left out here. The whole session: {command}":
    "Aquí se omiten {count} entradas anteriores. La sesión entera: {command}",
  "Steps: {count}": "Pasos: {count}",
  // One too.
  "[…{count} characters more]": "[…caracteres omitidos: {count}]",
});
