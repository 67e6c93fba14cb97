/**
 * Types that the offline copies name from modules without code, which are not in a compiled program:
 * the diffs of @std/internal and the bytes of @std/encoding.
 */

/** What happened to a part of a compared text. */
export type DiffType = "added" | "removed" | "common" | "truncation";

/** A part of a compared text. */
export interface DiffResult<T> {
  type: DiffType;
  value: T;
  details?: DiffResult<T>[];
}

/** A part that differs. */
export type ChangedDiffResult<T> = DiffResult<T>;

/** Bytes over a plain buffer. */
export type Uint8Array_ = Uint8Array<ArrayBuffer>;
