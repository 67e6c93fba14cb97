/** The help, in Spanish. */

import { translations } from "./table.ts";

/** English to Spanish. */
export const HELP = translations({});
