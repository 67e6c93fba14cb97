/** What export, import and fork say, in Spanish. */

import { translations } from "./table.ts";

/** English to Spanish. */
export const COPIES = translations({});
