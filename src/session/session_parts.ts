/** A session as a state and a history that are changed on their way to another place. Pure. */

import { copyHistory } from "./copied_history.ts";
import { text } from "../text.ts";
import { DamageError, shown } from "./fields.ts";
import type { HistoryEntry } from "./history_line.ts";
import { reconcile } from "./reconcile.ts";
import type { SessionFiles, WholeSession } from "./session_copier.ts";
import type { SessionState } from "./session_state.ts";

/** A state and the history that goes with it; null: it has none. */
export type SessionParts = Pick<WholeSession, "state" | "history">;

/** What becomes of the parts of a session. The ids, steps and numbers in them must stay. */
export interface PartChange {
  /** Of its state, and of the state in each header of its history. */
  readonly state: (state: SessionState) => SessionState;
  /** Of each entry of its history. */
  readonly entry: (entry: HistoryEntry) => HistoryEntry;
}

/**
 * Changes a session.
 *
 * @param parts The session. It is not changed.
 * @param change What becomes of each part.
 * @returns The changed session.
 */
export function changeParts({ state, history }: SessionParts, change: PartChange): SessionParts {
  if (history === null) return { state: change.state(state), history };
  const headers = history.headers.map((header) => ({
    ...header,
    state: change.state(header.state),
  }));
  return {
    state: change.state(state),
    history: {
      ...history,
      headers,
      header: headers.at(-1) ?? history.header,
      entries: history.entries.map((entry) => ({
        number: entry.number,
        line: entry.line,
        ...change.entry(entry),
      })),
    },
  };
}

/**
 * The files of a session, its history without what later lines replaced.
 *
 * @param parts The session.
 * @returns The files; the same session always gives the same.
 */
export function filesOf({ state, history }: SessionParts): SessionFiles {
  const lines = history === null ? [] : copyHistory(history);
  const { history_lines: _other, ...metadata } = state.metadata;
  const counted = lines.length === 0 ? metadata : { ...metadata, history_lines: lines.length };
  return { state: { ...state, metadata: counted }, history: lines };
}

/**
 * A session that was read from somewhere else than its own files.
 *
 * @param parts The session.
 * @returns The session with all its messages.
 * @throws {DamageError} Its state and its history do not go together.
 */
export function wholeOf({ state, history }: SessionParts): WholeSession {
  const { truncated, messages_dropped } = state.metadata;
  const uncounted = truncated === true && messages_dropped === undefined;
  const rest = { state, history, notes: [], inUse: false };
  if (history === null) {
    return { ...rest, messages: state.messages, before: uncounted ? null : messages_dropped ?? 0 };
  }
  const { messages, before, cameBack } = reconcile(state, history);
  if (cameBack > 0) throw new DamageError(text("its history goes on after its state"));
  return { ...rest, messages, before: uncounted ? null : before };
}

/**
 * Changes every path that a session tells of.
 *
 * @param path What becomes of a path; null: what is said of it is left out.
 * @returns The change.
 */
export function changePaths(path: (path: string) => string | null): PartChange {
  const kept = (old: string): string[] => {
    const now = path(old);
    return now === null ? [] : [now];
  };
  return {
    state: (state) => {
      const { files, pending, ...metadata } = state.metadata;
      return {
        ...state,
        filesModified: state.filesModified.flatMap(kept),
        metadata: {
          ...metadata,
          ...(files === undefined ? {} : {
            files: Object.fromEntries(
              Object.entries(files).flatMap(([old, left]) => kept(old).map((now) => [now, left])),
            ),
          }),
          ...(pending === undefined ? {} : {
            pending: pending.map(({ file, ...mark }) => {
              if (file === undefined) return mark;
              const [now] = kept(file.path);
              // A mark without its file is judged as of unknown outcome.
              if (now === undefined) return mark;
              const temp = file.temp === null ? null : path(file.temp);
              return { ...mark, file: { ...file, path: now, temp } };
            }),
          }),
        },
      };
    },
    entry: ({ path: old, sha256, bytes, ...entry }) => {
      const [now] = old === undefined ? [] : kept(old);
      if (now === undefined) return entry;
      return {
        ...entry,
        path: now,
        ...(sha256 === undefined ? {} : { sha256 }),
        ...(bytes === undefined ? {} : { bytes }),
      };
    },
  };
}

/** In no path that a tool has written. */
const CONTROL = /\p{Cc}/u;

/**
 * Whether a path means the same in any folder: relative, and never upwards, on any system.
 *
 * @param path The path.
 * @returns False for one that leads somewhere else.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { isPortable } from "./session_parts.ts";
 *
 * const paths = ["src/a.ts", "/etc/passwd", "../a", "a\\..\\..\\b", "C:\\a", ""];
 * assertEquals(paths.map(isPortable), [true, false, false, false, false, false]);
 * ```
 */
export function isPortable(path: string): boolean {
  if (path === "" || CONTROL.test(path) || !path.isWellFormed()) return false;
  if (/^[/\\]|^[A-Za-z]:(?:[/\\]|$)/.test(path)) return false;
  return !path.split(/[/\\]/).includes("..");
}

/**
 * Refuses a session with a path that leads out of its folder.
 *
 * @param parts The session.
 * @throws {DamageError} It has one.
 */
export function refuseForeignPaths(parts: SessionParts): void {
  changeParts(
    parts,
    changePaths((path) => {
      if (isPortable(path)) return path;
      throw new DamageError(
        text("it tells of {path}, which leads out of the workspace", { path: shown(path) }),
      );
    }),
  );
}
