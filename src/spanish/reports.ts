/** The lists and reports on sessions, in Spanish. */

import { translations } from "./table.ts";

/** English to Spanish. */
export const REPORTS = translations({});
