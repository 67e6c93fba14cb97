/** Files of the workspace that are no longer as the agent left them. */

import { type Text, text } from "../text.ts";

/** A file as the agent left it. `sha256` null: it was deleted. */
export interface LeftFile {
  readonly sha256: string | null;
  readonly bytes: number;
}

/** A file that is no longer so. */
export interface Drift {
  /** Relative to the workspace. */
  readonly path: string;
  readonly state: "changed" | "gone" | "there again";
}

const STATES: Readonly<Record<Drift["state"], Text>> = {
  changed: text("changed"),
  gone: text("gone"),
  "there again": text("there again"),
};

/**
 * A file that is no longer as it was left, for a person.
 *
 * @param drift The file.
 * @returns Its path and what became of it, not escaped.
 */
export function driftLine({ path, state }: Drift): Text {
  return text("{path}: {state}", { path, state: STATES[state] });
}

/**
 * Compares files with what the agent left.
 *
 * @param files Path, relative to the workspace, to the file as the agent left it.
 * @param hashOf SHA-256, hex, of a file of the workspace; null when there is none; undefined for a
 * path that is not to be read, which is passed over.
 * @returns What differs, in the order of `files`.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { findDrift } from "./drift.ts";
 *
 * const left = { "a.ts": { sha256: "aa", bytes: 2 }, "b.ts": { sha256: "bb", bytes: 2 } };
 * const drift = await findDrift(left, (path) => Promise.resolve(path === "a.ts" ? "aa" : null));
 * assertEquals(drift, [{ path: "b.ts", state: "gone" }]);
 * ```
 */
export async function findDrift(
  files: Readonly<Record<string, LeftFile>>,
  hashOf: (path: string) => Promise<string | null | undefined>,
): Promise<Drift[]> {
  const drift: Drift[] = [];
  for (const [path, { sha256 }] of Object.entries(files)) {
    const now = await hashOf(path);
    if (now === undefined || now === sha256) continue;
    const state = now === null ? "gone" : sha256 === null ? "there again" : "changed";
    drift.push({ path, state });
  }
  return drift;
}
