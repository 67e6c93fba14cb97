/** What a run says, and its limits, in Spanish. */

import { translations } from "./table.ts";

/** English to Spanish. */
export const AGENT = translations({});
