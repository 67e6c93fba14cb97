/** The lists and reports on sessions, in Spanish. */

import { translations } from "./table.ts";

/** English to Spanish. */
export const REPORTS = translations({
  "read {done} of {total} sessions": "sesiones leídas: {done} de {total}",
  "looked at {done} of {total} sessions": "sesiones examinadas: {done} de {total}",
  "No session is like that.": "Ninguna sesión coincide.",
  "No session is as new as that.": "Ninguna sesión es tan reciente.",
  'There are no sessions here yet. Start one: architect run "<task>"':
    'Aquí aún no hay sesiones. Empiece una: architect run "<task>"',
  "last is {id}": "last es {id}",
  "session {id} is in use: this is how it stands now": "la sesión {id} está en uso: así está ahora",

  "Fork of": "Bifurcada de",
  "{id}, after step {step}": "{id}, tras el paso {step}",
  "Updated": "Actualizada",
  "{cost} of {budget}": "{cost} de {budget}",
  "Messages": "Mensajes",
  "widened: {rights}": "ampliado: {rights}",
  "Changed since": "Cambios desde entonces",
  "Last answer": "Última respuesta",
  "What": "Qué",
  "result: {words}": "resultado: {words}",
  "answer: {words}": "respuesta: {words}",
  "summary: {words}": "resumen: {words}",
  "user: {words}": "usuario: {words}",
  "calls {name} {json}": "llama a {name} {json}",
  "no result": "sin resultado",
  "{count} lines": "{count} líneas",
  "{count} characters": "{count} caracteres",

  "files that are not as the session left them:": "archivos que no están como los dejó la sesión:",
  "{path}: {state}": "{path}: {state}",
  "changed": "cambiado",
  "gone": "ya no está",
  "there again": "vuelve a estar",
  "and {count} more": "y {count} más",

  "Sessions": "Sesiones",
  "Success": "Éxito",
  "{rate} of the {count} that have ended": "{rate} de las que han terminado ({count})",
  "{cost}, {each} a session": "{cost}, {each} por sesión",
  "≥: 1 session has steps and no cost, of a local server or a model of unknown price":
    "≥: 1 sesión tiene pasos y ningún coste, de un servidor local o de un modelo de precio desconocido",
  "≥: {count} sessions have steps and no cost, of a local server or a model of unknown price":
    "≥: {count} sesiones tienen pasos y ningún coste, de un servidor local o de un modelo de precio desconocido",
  "Day": "Día",
  "older": "anteriores",

  "repaired: {problem}": "reparado: {problem}",
  "kept: .architect/sessions/{name}": "conservado: .architect/sessions/{name}",
  "{problem} (would {repair})": "{problem} (se haría: {repair})",
  "{problem} (repair: {repair})": "{problem} (reparación: {repair})",
  "0 sessions checked.": "0 sesiones comprobadas.",
  "1 session checked: {counted}.": "1 sesión comprobada: {counted}.",
  "{count} sessions checked: {counted}.": "{count} sesiones comprobadas: {counted}.",
  "Repair with: architect sessions verify --repair":
    "Para reparar: architect sessions verify --repair",

  "deleted {id}": "eliminada {id}",
  "would remove {session}": "se eliminaría {session}",
  "removed {session}": "eliminada {session}",
  "could not remove {session}": "no se ha podido eliminar {session}",
  "kept {session}": "conservada {session}",
  "{id}  {size}, {age} old: {reason}": "{id}  {size}, {age} de antigüedad: {reason}",
  "1 day": "1 día",
  "{count} days": "{count} días",
  "1 session": "1 sesión",
  "{count} sessions": "{count} sesiones",
  "Nothing to remove, {kept} kept.": "Nada que eliminar; conservadas: {kept}.",
  "Would remove {sessions} ({size}), {kept} kept.":
    "Por eliminar: {sessions} ({size}); conservadas: {kept}.",
  "Removed {sessions} ({size}), {kept} kept.":
    "Eliminado: {sessions} ({size}); conservadas: {kept}.",
  "its removal was cut off": "su eliminación quedó a medias",
  "no state was saved": "no se guardó ningún estado",
  "damaged ({reason})": "dañada ({reason})",
  "status is {status}": "el estado es {status}",
  "younger than {days} days": "no alcanza el límite de días ({days})",
  "{days} days or older": "alcanza el límite de días ({days})",
  "in use by another process": "en uso por otro proceso",
  "the cleanup was interrupted": "se interrumpió la limpieza",
  "a state was saved meanwhile": "entretanto se guardó un estado",
});
