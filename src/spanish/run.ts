/** What the commands run and resume say, and what they ask, in Spanish. */

import { translations } from "./table.ts";

/** English to Spanish. */
export const RUN = translations({});
