/** What is wrong with a config, in Spanish. */

import { translations } from "./table.ts";

/** English to Spanish. */
export const CONFIG = translations({});
