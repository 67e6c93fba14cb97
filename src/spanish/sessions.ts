/** What reading, saving, checking and removing sessions says, in Spanish. */

import { translations } from "./table.ts";

/** English to Spanish. */
export const SESSIONS = translations({});
