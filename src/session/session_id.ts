/** The names of sessions: `YYYYMMDD-HHMMSS-hexhex`, UTC start time and six random hex digits. */

import { ArchitectError } from "../errors.ts";
import { hex } from "../files/hex.ts";
import { type Text, text, type TextValue } from "../text.ts";

const GRAMMAR = /^\d{8}-\d{6}-[0-9a-f]{6}$/;

/** What the beginning of an id can look like. */
const PREFIX_GRAMMAR = /^[0-9a-f-]{4,22}$/;

/**
 * Makes the id of a new session.
 *
 * Ids are unique by chance (16.7 million a second), not by a look at the disk.
 *
 * @param now The start time. Default: the present.
 * @param random Gives 3 random bytes. Default: from the system's generator.
 * @returns The id.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { generateSessionId } from "./session_id.ts";
 *
 * const start = new Date("2026-02-23T14:30:22Z");
 * const id = generateSessionId(start, () => new Uint8Array([0xa1, 0xb2, 0xc3]));
 * assertEquals(id, "20260223-143022-a1b2c3");
 * ```
 */
export function generateSessionId(
  now: Date = new Date(),
  random: () => Uint8Array = () => crypto.getRandomValues(new Uint8Array(3)),
): string {
  const digits = now.toISOString().replace(/\D/g, "");
  return `${digits.slice(0, 8)}-${digits.slice(8, 14)}-${hex(random())}`;
}

/**
 * Whether a text is the id of a session. No path is built from one that is not.
 *
 * @param text Any text.
 * @returns True for `YYYYMMDD-HHMMSS-hexhex`.
 *
 * @example
 * ```ts
 * import { assert, assertFalse } from "@std/assert";
 * import { isSessionId } from "./session_id.ts";
 *
 * assert(isSessionId("20260223-143022-a1b2c3"));
 * assertFalse(isSessionId("../20260223-143022-a1b2c3"));
 * ```
 */
export function isSessionId(text: string): boolean {
  return GRAMMAR.test(text);
}

/**
 * The id that a text stands for: a full id or a unique prefix of four or more characters.
 *
 * @param wanted What the user gave. `last` is not resolved here: it needs the locks.
 * @param ids Every id there is.
 * @returns The id.
 * @throws {ArchitectError} `session_not_found`, also for a text that can be no id;
 * `session_ambiguous`, naming the candidates.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { resolveSessionId } from "./session_id.ts";
 *
 * const ids = ["20260223-143022-a1b2c3", "20260224-090000-d4e5f6"];
 * assertEquals(resolveSessionId("20260224", ids), "20260224-090000-d4e5f6");
 * ```
 */
export function resolveSessionId(wanted: string, ids: readonly string[]): string {
  if (isSessionId(wanted)) {
    if (ids.includes(wanted)) return wanted;
    throw sessionNotFound(wanted, text("there is none with this id"));
  }
  if (!PREFIX_GRAMMAR.test(wanted)) {
    throw sessionNotFound(
      wanted,
      text(
        "an id looks like 20260223-143022-a1b2c3; its first 4 or more characters, or last, will do",
      ),
    );
  }
  const candidates = ids.filter((id) => id.startsWith(wanted)).sort().reverse();
  const [only] = candidates;
  if (only === undefined) throw sessionNotFound(wanted, text("no id begins with it"));
  if (candidates.length === 1) return only;
  throw new ArchitectError(
    "session_ambiguous",
    text('Cannot find session "{wanted}": {count} ids begin with it', {
      wanted,
      count: candidates.length,
    }),
    { suggestion: text("Give more of the id: {ids}.", { ids: listed(candidates) }) },
  );
}

function listed(ids: readonly string[]): TextValue {
  const shown = ids.slice(0, 10).join(", ");
  if (ids.length <= 10) return shown;
  return text("{ids} and {count} more", { ids: shown, count: ids.length - 10 });
}

/**
 * The error for a session that does not exist.
 *
 * @param wanted What was looked for.
 * @param why Why nothing was found.
 * @returns The error, to be thrown.
 */
export function sessionNotFound(wanted: string, why: Text): ArchitectError {
  const shown = wanted.length > 80 ? `${wanted.slice(0, 80).toWellFormed()}...` : wanted;
  const message = text("Cannot find session {session}: {why}", {
    session: JSON.stringify(shown),
    why,
  });
  return new ArchitectError("session_not_found", message, {
    suggestion: text("List the sessions: architect sessions"),
  });
}
