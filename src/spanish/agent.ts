/** What a run says, and its limits, in Spanish. */

import { translations } from "./table.ts";

/** English to Spanish. */
export const AGENT = translations({
  'Cannot use agent "{name}": there is none of that name':
    'No se puede usar el agente "{name}": no hay ninguno con ese nombre',
  'Give one of {names} with -a, or describe it under "agents" in the config.':
    'Indique uno de {names} con -a, o descríbalo en "agents" de la configuración.',
  "--allow-commands changes nothing: agent {agent} has no tool for them":
    "--allow-commands no cambia nada: el agente {agent} no tiene herramienta para ello",
  "agent {agent} names a tool that there is not: {tool}":
    "el agente {agent} menciona una herramienta que no existe: {tool}",
  "agent: {before} -> {after}": "agente: {before} -> {after}",
  "tools: {names}": "herramientas: {names}",
  "mode: {mode}": "modo: {mode}",
  "budget: {before} -> {after}": "presupuesto: {before} -> {after}",
  "widened by a flag: {what}": "ampliado por una opción: {what}",
  "The run could not be summed up: {why}": "No se pudo resumir la ejecución: {why}",
  "The model's answer was cut off at its output limit.":
    "La respuesta del modelo se cortó en su límite de salida.",
  "The provider's content filter cut the model's answer off.":
    "El filtro de contenido del proveedor cortó la respuesta del modelo.",
  "Cannot go on: {spent} of the budget of {budget} are spent":
    "No se puede continuar: se han gastado {spent} del presupuesto de {budget}",
  "Cannot keep the budget: the server does not tell how many tokens a call used":
    "No se puede respetar el presupuesto: el servidor no dice cuántos tokens usó una llamada",
  "Go on without --budget, or with a server that tells its usage.":
    "Continúe sin --budget, o con un servidor que informe de su consumo.",
  "the system prompt of agent {agent} is not the one that this session began with":
    "la instrucción del sistema del agente {agent} no es aquella con la que empezó esta sesión",
  "the whole history is larger than the model's context: only its end is sent":
    "el historial completo es mayor que el contexto del modelo: solo se envía su final",
  "declined by the user": "rechazada por el usuario",
  "interrupted, outcome unknown": "interrumpida, resultado desconocido",
  "the arguments are not a JSON object": "los argumentos no son un objeto JSON",
  "timed out after {seconds} s and was ended":
    "superó el límite de tiempo de {seconds} s y fue detenido",
  "ended by {signal}": "terminado por {signal}",
  "exit code {code}": "código de salida {code}",
  "{path} stays as it is": "{path} queda como está",
  "(not a text: {count} bytes)": "(no es texto: {count} bytes)",
  "(in {folder}) {command}": "(en {folder}) {command}",
  "Read {path}": "Leer {path}",
  "List {path}": "Listar {path}",
  "Find {pattern} in {path}": "Encontrar {pattern} en {path}",
  "Search {pattern} in {path}": "Buscar {pattern} en {path}",
  "Search text {text} in {path}": "Buscar el texto {text} en {path}",
});
