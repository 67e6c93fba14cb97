/** What reading, saving, checking and removing sessions says, in Spanish. */

import { translations } from "./table.ts";

/** English to Spanish. */
export const SESSIONS = translations({
  "{key} is missing": "falta {key}",
  "{key} is {value}, and {wanted} is wanted": "{key} es {value}, y se espera {wanted}",
  "a text": "un texto",
  "a list of texts": "una lista de textos",
  "a whole number of 0 or more": "un número entero de 0 o más",
  "a number of 0 or more": "un número de 0 o más",
  "true or false": "true o false",
  "an object": "un objeto",
  "a list": "una lista",
  "one of {words}": "uno de {words}",
  "a text, null or a list of parts": "un texto, null o una lista de partes",
  "an id such as {id}": "un identificador como {id}",
});
