/** What a check of sessions found, for a person. */

import { inEnglish, type Translate } from "../language.ts";
import type { Finding } from "../session/verify_session.ts";
import { joined, type Text, text } from "../text.ts";
import { padToWidth } from "./display_width.ts";
import { escapeControls } from "./escape.ts";

/** A session that was checked, as `architect sessions verify --json` prints it. */
export interface CheckedSession {
  readonly id: string;
  readonly status: "ok" | "flawed" | "damaged" | "in use";
  /** What is wrong; after a repair: what is left. */
  readonly findings: readonly Finding[];
  /** Problems that the repair put right. */
  readonly repaired: readonly Text[];
  /** Names of the copies of damaged files, in `.architect/sessions`. */
  readonly kept: readonly string[];
}

const STATUS_COLUMNS = "flawed ".length;
const ID_COLUMNS = "20260223-143022-a1b2c3  ".length;

/**
 * Tells of every session, what is wrong with it, what was repaired, and what could be.
 *
 * @param sessions What was found.
 * @param options `repair`: whether this was a repair; `dryRun`: whether it was only tried.
 * @returns Lines, each with a line end. Nothing a session holds can control the terminal.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { verifyReport } from "./verify_report.ts";
 *
 * const id = "20260223-143022-a1b2c3";
 * const found = { id, status: "ok", findings: [], repaired: [], kept: [] } as const;
 * assertEquals(
 *   verifyReport([found], { repair: false, dryRun: false }),
 *   `ID                      Status\n${id}  ok\n1 session checked: 1 ok.\n`,
 * );
 * ```
 */
export function verifyReport(
  sessions: readonly CheckedSession[],
  options: {
    readonly repair: boolean;
    readonly dryRun: boolean;
    readonly translate?: Translate;
  },
): string {
  const { dryRun, translate = inEnglish } = options;
  const lines = [padToWidth("ID", ID_COLUMNS) + translate(text("Status"))];
  for (const session of sessions) lines.push(...sessionLines(session, dryRun, translate));
  lines.push(translate(closing(sessions, options)));
  return lines.map((line) => `${line}\n`).join("");
}

function sessionLines(session: CheckedSession, dryRun: boolean, translate: Translate): string[] {
  const { id, status, findings, repaired, kept } = session;
  const told = [
    ...repaired.map((problem) => text("repaired: {problem}", { problem })),
    ...kept.map((name) => text("kept: .architect/sessions/{name}", { name })),
    ...findings.map((finding) => findingWords(finding, dryRun)),
  ].map((line) => escapeControls(translate(line)));
  const [first, ...more] = told;
  if (first === undefined) return [`${id}  ${status}`];
  const indent = " ".repeat(ID_COLUMNS + STATUS_COLUMNS + 2);
  return [
    `${id}  ${padToWidth(status, STATUS_COLUMNS)}  ${first}`,
    ...more.map((line) => indent + line),
  ];
}

function findingWords({ problem, repair }: Finding, dryRun: boolean): Text {
  if (repair === null) return problem;
  return dryRun
    ? text("{problem} (would {repair})", { problem, repair })
    : text("{problem} (repair: {repair})", { problem, repair });
}

function closing(
  sessions: readonly CheckedSession[],
  { repair, dryRun }: { readonly repair: boolean; readonly dryRun: boolean },
): Text {
  const count = (status: string) => sessions.filter((session) => session.status === status).length;
  const counted = ["ok", "flawed", "damaged", "in use"]
    .map((status) => [count(status), status] as const)
    .filter(([number]) => number > 0)
    .map(([number, status]) => `${number} ${status}`).join(", ");
  const said = checkedWords(sessions.length, counted);
  const repairable = sessions.some(({ findings }) => findings.some((one) => one.repair !== null));
  if (!repairable || (repair && !dryRun)) return said;
  return joined([said, text("Repair with: architect sessions verify --repair")], " ");
}

function checkedWords(count: number, counted: string): Text {
  if (count === 0) return text("0 sessions checked.");
  return count === 1
    ? text("1 session checked: {counted}.", { counted })
    : text("{count} sessions checked: {counted}.", { count, counted });
}
