/** What is said of rights, in Spanish. */

import { translations } from "./table.ts";

/** English to Spanish. */
export const RIGHTS = translations({});
