/** What is said where a person picks a session, in Spanish. */

import { translations } from "./table.ts";

/** English to Spanish. */
export const PICKER = translations({
  "Resume: ": "Reanudar: ",
  "type to filter, Enter to go on with it, Esc to leave":
    "escriba para filtrar, Intro para reanudarla, Esc para salir",
  "Age": "Edad",
  "{number} of {count}  {id}": "{number} de {count}  {id}",
  "{number} of {count}  {refusal}  {id}": "{number} de {count}  {refusal}  {id}",
  "none of {count} is like that": "ninguna coincide, de {count}",
  "another process works on it": "otro proceso trabaja en ella",
  "it is damaged: {reason}": "está dañada: {reason}",
  "Cannot resume: there are no sessions here yet":
    "No se puede reanudar: aquí todavía no hay sesiones",
  "Start one: {command}": "Inicie una: {command}",
  "Cannot resume: no session was picked": "No se puede reanudar: no se eligió ninguna sesión",
});
