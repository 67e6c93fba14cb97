/** The lists and reports on sessions, in Spanish. */

import { translations } from "./table.ts";

/** English to Spanish. */
export const REPORTS = translations({
  "no result": "sin resultado",
  "{count} lines": "{count} líneas",
  "{count} characters": "{count} caracteres",
});
