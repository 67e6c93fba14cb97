/** A file of a session's family that the session is made of. */
export type SessionFile = "json" | "history" | "lock" | "temp" | "probe" | "removed";

/** What a run that died may leave, and whoever holds the lock next removes. */
export const LEFT_BEHIND = ["temp", "probe"] as const satisfies readonly SessionFile[];

/**
 * The name of a file of a session.
 *
 * @param id The session's id.
 * @param kind Which file: the state (`json`), the `history`, the `lock`, what a save writes first
 * (`temp`), what a check of the disk writes first (`probe`), or what a state becomes when it is being
 * `removed`.
 * @returns The name.
 */
export function fileName(id: string, kind: SessionFile): string {
  switch (kind) {
    case "history":
      return `${id}.jsonl`;
    case "temp":
      return `.${id}.json.tmp`;
    case "probe":
      return `.${id}.json.tmp.new`;
    case "removed":
      return `.${id}.removed`;
    default:
      return `${id}.${kind}`;
  }
}
