/** A file of a session's family that the session is made of. */
export type SessionFile = "json" | "history" | "lock" | "temp" | "removed";

/**
 * The name of a file of a session.
 *
 * @param id The session's id.
 * @param kind Which file: the state (`json`), the `history`, the `lock`, what a save writes first
 * (`temp`), or what a state becomes when it is being `removed`.
 * @returns The name.
 */
export function fileName(id: string, kind: SessionFile): string {
  switch (kind) {
    case "history":
      return `${id}.jsonl`;
    case "temp":
      return `.${id}.json.tmp`;
    case "removed":
      return `.${id}.removed`;
    default:
      return `${id}.${kind}`;
  }
}
