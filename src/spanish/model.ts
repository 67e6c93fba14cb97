/** What is said of models, their servers and cassettes, in Spanish. */

import { translations } from "./table.ts";

/** English to Spanish. */
export const MODEL = translations({});
