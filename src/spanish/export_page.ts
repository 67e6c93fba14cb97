/** The words of an exported session, in Spanish. */

import { translations } from "./table.ts";

/** English to Spanish. */
export const EXPORT_PAGE = translations({});
