/** A session as the bundle that another machine imports. */

import { isAbsolute, relative, SEPARATOR } from "@std/path";
import { redactMessage } from "../app.ts";
import type { Message } from "../llm/provider.ts";
import { createRedactor } from "../secrets.ts";
import {
  changeParts,
  changePaths,
  encodeBundle,
  filesOf,
  isPortable,
  type PartChange,
  SessionCopier,
  type SessionFiles,
} from "../session/mod.ts";
import { type Text, text } from "../text.ts";

/** A bundle, and what a person should know of it. */
export interface BundledSession {
  /** Its bytes, in pieces. */
  readonly pieces: readonly Uint8Array<ArrayBuffer>[];
  readonly notes: readonly Text[];
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
  const more: Text[] = [];
  if (inUse) more.push(text("{id} is in use: the bundle holds it as of its last save", { id }));
  if (left.size > 0) {
    more.push(
      text("{count} paths outside of this folder are left out of the bundle", { count: left.size }),
    );
  }
  return { pieces: await encodeBundle(filesOf(parts)), notes: [...notes, ...more] };
}

/**
 * Whether the bundle of a session here would be that of other files.
 *
 * Needs read permission for `.architect`.
 *
 * @param id The session here.
 * @param files The others, without secrets.
 * @param workspace Real path of the workspace.
 * @returns True when no byte differs.
 * @throws {ArchitectError} As {@linkcode bundleSession}.
 */
export async function isSameBundle(
  id: string,
  files: SessionFiles,
  workspace: string,
): Promise<boolean> {
  const { pieces } = await bundleSession(id, workspace);
  const others = await encodeBundle(files);
  // The last piece is the sum of the others.
  return DECODER.decode(pieces.at(-1)) === DECODER.decode(others.at(-1));
}

const DECODER = new TextDecoder();

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
  const ids = new Map<string, string>();
  /** A call is known again by its id: what is taken out of it must leave the same everywhere. */
  const withoutSecretId = (id: string): string => {
    if (redactor.text(id) === id) return id;
    if (!ids.has(id)) ids.set(id, `call_redacted_${ids.size + 1}`);
    return ids.get(id)!;
  };
  const ofMessage = (message: Message): Message => {
    const { tool_calls, tool_call_id, ...rest } = redactMessage(redactor, message, {
      keepIds: true,
    });
    return {
      ...rest,
      ...(tool_calls === undefined ? {} : {
        tool_calls: tool_calls.map((call) => ({ ...call, id: withoutSecretId(call.id) })),
      }),
      ...(tool_call_id === undefined ? {} : { tool_call_id: withoutSecretId(tool_call_id) }),
    };
  };
  return {
    state: ({ messages, metadata: { pending, ...metadata }, ...rest }) => ({
      ...redactor.value(rest),
      metadata: {
        ...redactor.value(metadata),
        ...(pending === undefined ? {} : {
          pending: pending.map((mark) => ({
            ...redactor.value(mark),
            tool_call_id: withoutSecretId(mark.tool_call_id),
          })),
        }),
      },
      messages: messages.map(ofMessage),
    }),
    entry: ({ message, ...rest }) => ({ ...redactor.value(rest), message: ofMessage(message) }),
  };
}
