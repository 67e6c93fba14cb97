/** Spanish: a table for every text, in parts. */

import { AGENT } from "./spanish/agent.ts";
import { CLI } from "./spanish/cli.ts";
import { CONFIG } from "./spanish/config.ts";
import { COPIES } from "./spanish/copies.ts";
import { ERRORS } from "./spanish/errors.ts";
import { EXPORT_PAGE } from "./spanish/export_page.ts";
import { HELP } from "./spanish/help.ts";
import { MODEL } from "./spanish/model.ts";
import { PICKER } from "./spanish/picker.ts";
import { REPORTS } from "./spanish/reports.ts";
import { RIGHTS } from "./spanish/rights.ts";
import { RUN } from "./spanish/run.ts";
import { SESSION_DAMAGE } from "./spanish/session_damage.ts";
import { SESSIONS } from "./spanish/sessions.ts";
import { WORDS } from "./spanish/words.ts";

/** English to Spanish. */
export const SPANISH = {
  ...ERRORS,
  ...AGENT,
  ...CLI,
  ...CONFIG,
  ...COPIES,
  ...EXPORT_PAGE,
  ...HELP,
  ...MODEL,
  ...PICKER,
  ...REPORTS,
  ...RIGHTS,
  ...RUN,
  ...SESSION_DAMAGE,
  ...SESSIONS,
  ...WORDS,
};

/** Every text that is translated, in English. */
export type English = keyof typeof SPANISH;
