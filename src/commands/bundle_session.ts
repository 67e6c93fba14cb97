/** A session as the bundle that another machine imports. */

import { isAbsolute, relative, SEPARATOR } from "@std/path";
import { redactMessage } from "../app.ts";
import { createRedactor } from "../secrets.ts";
import {
  changeParts,
  changePaths,
  encodeBundle,
  filesOf,
  isPortable,
  type PartChange,
  SessionCopier,
  type SessionState,
} from "../session/mod.ts";

/** A bundle, and what a person should know of it. */
export interface BundledSession {
  /** Its bytes, in pieces. */
  readonly pieces: readonly Uint8Array<ArrayBuffer>[];
  readonly notes: readonly string[];
}

/**
 * Makes the bundle of a session, as of its last save. The session is only read, and may be in use.
 *
 * Needs read permission for `.architect`.
 *
 * @param id The full id.
 * @param workspace Real path of the workspace.
 * @returns The bundle.
 * @throws {ArchitectError} As `SessionCopier.read`.
 */
export async function bundleSession(id: string, workspace: string): Promise<BundledSession> {
  const { inUse, notes, ...whole } = await new SessionCopier(workspace).read(id);
  const left = new Set<string>();
  const relativePaths = changePaths((path) => {
    const portable = relativePath(path, workspace);
    if (portable === null) left.add(path);
    return portable;
  });
  const parts = changeParts(changeParts(whole, relativePaths), withoutSecrets());
  const more: string[] = [];
  if (inUse) more.push(`${id} is in use: the bundle holds it as of its last save`);
  if (left.size > 0) {
    more.push(`${left.size} paths outside of this folder are left out of the bundle`);
  }
  return { pieces: await encodeBundle(filesOf(parts)), notes: [...notes, ...more] };
}

/** Other programs store whole paths. */
function relativePath(path: string, workspace: string): string | null {
  const way = isAbsolute(path) ? relative(workspace, path) : path;
  const portable = SEPARATOR === "\\" ? way.replaceAll(SEPARATOR, "/") : way;
  return isPortable(portable) ? portable : null;
}

/**
 * Takes what looks like a key out of a session: what another program or another machine wrote may
 * have some in it.
 *
 * @returns The change.
 */
export function withoutSecrets(): PartChange {
  const redactor = createRedactor([]);
  const state = ({ messages, metadata, ...rest }: SessionState): SessionState => {
    const { pending, ...others } = metadata;
    return {
      ...redactor.value(rest),
      metadata: {
        ...redactor.value(others),
        ...(pending === undefined ? {} : {
          // A mark is known again by the id of its call.
          pending: pending.map((mark) => ({
            ...redactor.value(mark),
            tool_call_id: mark.tool_call_id,
          })),
        }),
      },
      messages: messages.map((message) => redactMessage(redactor, message, { keepIds: true })),
    };
  };
  return {
    state,
    entry: ({ message, ...rest }) => ({
      ...redactor.value(rest),
      message: redactMessage(redactor, message, { keepIds: true }),
    }),
  };
}
