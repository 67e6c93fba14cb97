/** Bundles to test with, also those that no architect would make. */

import { sha256 } from "../../src/files/sha256.ts";
import { encodeBundle } from "../../src/session/bundle.ts";
import { filesOf } from "../../src/session/session_parts.ts";
import type { SessionParts } from "../../src/session/session_parts.ts";

/** A part that is text as it is, or a value of JSON in one line. */
export type Raw = string | Readonly<Record<string, unknown>>;

/** What stands in a bundle, whatever it is; its sums are right. */
export interface RawBundle {
  readonly state: Raw;
  /** Default: none. */
  readonly history?: readonly Raw[];
  /** What is not as it should be in its first line. */
  readonly head?: Readonly<Record<string, unknown>>;
}

/** The bundle of a session, in one piece. */
export async function bundleOf(parts: SessionParts): Promise<Uint8Array<ArrayBuffer>> {
  return joined(await encodeBundle(filesOf(parts)));
}

/** Puts a bundle together. */
export async function rawBundle(id: string, raw: RawBundle): Promise<Uint8Array<ArrayBuffer>> {
  const state = line(raw.state);
  const history = joined((raw.history ?? []).map(line));
  const head = line({
    architect_bundle: 1,
    session_id: id,
    state: { bytes: state.length, sha256: await sha256(state) },
    history: raw.history === undefined
      ? null
      : { lines: raw.history.length, bytes: history.length, sha256: await sha256(history) },
    ...raw.head,
  });
  const all = joined([head, state, history]);
  return joined([all, line({ sha256: await sha256(all) })]);
}

function line(raw: Raw): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(typeof raw === "string" ? raw : `${JSON.stringify(raw)}\n`);
}

/** Joins pieces. */
export function joined(pieces: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(pieces.flatMap((piece) => [...piece]));
}
