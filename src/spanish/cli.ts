/** What is wrong with a command line, in Spanish. */

import { translations } from "./table.ts";

/** English to Spanish. */
export const CLI = translations({});
