/** A change of one file: checked, shown, marked, and then made exactly so or not at all. */

import { basename, dirname, join, resolve } from "@std/path";
import { atomicWrite } from "../files/atomic_write.ts";
import { guardedDisk } from "../files/guarded_disk.ts";
import { hex } from "../files/hex.ts";
import { unportable } from "../files/portable_name.ts";
import { sha256 } from "../files/sha256.ts";
import { requireSameFile, requireSameFolder } from "../files/workspace_file.ts";
import { resolveWorkspacePath, tolerantName, type WorkspacePath } from "../files/workspace_path.ts";
import { hasNewMarker } from "../secrets.ts";
import { joined, Text, text, type TextValue } from "../text.ts";
import { diffLines } from "./diff_lines.ts";
import { decodeExactly, type FileNow, isBinary, readFileNow } from "./file_text.ts";
import { type PreparedCall, type ToolContext, ToolError } from "./tool.ts";

/** Its folder, and the short name by which Windows knows that folder too. */
const GIT = /^(?:\.git|git~\d)$/;

/** A change that a tool has worked out. */
export interface FileChange {
  /** The path as the model gave it. */
  readonly given: string;
  readonly target: WorkspacePath;
  /** The file as it is; null when there is none. */
  readonly now: FileNow | null;
  /** The bytes that it is to have; null: it is deleted. */
  readonly after: Uint8Array<ArrayBuffer> | null;
  /** What the model reads when it is done: the same for the same change, whenever it is made. */
  readonly result: string;
}

/**
 * Finds the file that a call is to change.
 *
 * @param given The path as the model gave it.
 * @param context The workspace.
 * @param options `keepLink`: a symlink is refused instead of followed.
 * @returns Where it is and what is there now.
 * @throws {ToolError} It may not be changed: a folder, inside `.git`, read-only, too large; or made:
 * not every system takes its name.
 */
export async function findToChange(
  given: string,
  context: ToolContext,
  options: { readonly keepLink?: boolean } = {},
): Promise<{ readonly target: WorkspacePath; readonly now: FileNow | null }> {
  const target = await resolveWorkspacePath(context.workspace, given, options);
  // Hooks and filters that git runs are written there: it would be a way to run commands.
  if (target.relative.split("/").some((name) => GIT.test(tolerantName(name)))) {
    throw new ToolError(`Cannot change "${target.relative}": tools only read what is in .git`);
  }
  for (const name of target.missing) checkNewName(name, target);
  const now = await readFileNow(target);
  if (now !== null && now.mode !== null && (now.mode & 0o222) === 0) {
    throw new ToolError(`Cannot change "${target.relative}": it is read-only`);
  }
  return { target, now };
}

function checkNewName(name: string, target: WorkspacePath): void {
  const reason = unportable(name) ??
    (hasNewMarker(null, name) ? "holds a marker where a secret was taken out" : null);
  if (reason === null) return;
  throw new ToolError(`Cannot make "${target.relative}": "${name}" ${reason}`);
}

/**
 * Prepares a change of a file.
 *
 * @param change The change.
 * @param context The workspace and the signal.
 * @returns The call: its preview is a diff, `run` makes the change if the file is still the same.
 * @throws {ToolError} The new content holds a redaction marker that the file does not hold.
 */
export async function prepareChange(
  change: FileChange,
  context: ToolContext,
): Promise<PreparedCall> {
  const { target, now, after, result } = change;
  if (after !== null && hasNewMarker(now && lossy(now.bytes), lossy(after))) {
    throw new ToolError(
      `Cannot write "${target.relative}": the content holds a marker [redacted:...] where a secret ` +
        "was taken out. Change only other parts of the file, or refer to the secret by the name of " +
        "an environment variable",
    );
  }
  const temp = after === null ? null : tempBeside(target);
  const left = {
    path: target.relative,
    sha256: after && await sha256(after),
    bytes: after?.length ?? 0,
  };
  let shown: Text | undefined;
  return {
    // Only when somebody reads it: of millions of lines a diff takes seconds and gigabytes.
    get preview() {
      return shown ??= preview(change);
    },
    path: target.relative,
    mark: {
      path: target.relative,
      before: now?.sha256 ?? null,
      after: left.sha256,
      bytes: left.bytes,
      temp: temp &&
        (dirname(target.relative) === "." ? temp : `${dirname(target.relative)}/${temp}`),
      result,
    },
    async run() {
      await make(change, temp, context);
      return { success: true, content: result, path: target.relative, changed: left };
    },
  };
}

async function make(
  change: FileChange,
  temp: string | null,
  context: ToolContext,
): Promise<void> {
  const { target, after } = change;
  const now = await checkUnchanged(change, context);
  context.signal.throwIfAborted();
  if (after === null || temp === null) {
    if (now === null) return;
    requireSameFile(target.path, now.info);
    Deno.removeSync(target.path);
    return;
  }
  const folder = dirname(target.path);
  if (target.missing.length > 1) {
    makeFolder(folder, target);
    // A folder on the way may have been swapped for a symlink meanwhile.
    await checkUnchanged(change, context);
  }
  await atomicWrite(target.path, after, {
    temp: join(folder, temp),
    mode: now?.mode ?? 0o644,
    disk: guardedDisk({ umask: now === null }),
  });
}

/** Each folder is looked at before one is made in it. */
function makeFolder(folder: string, { missing }: WorkspacePath): void {
  const folders = missing.slice(0, -1).map((_, index) =>
    resolve(folder, ...Array<string>(missing.length - 2 - index).fill(".."))
  );
  for (const path of folders) {
    requireSameFolder(path);
    Deno.mkdirSync(path, { recursive: true });
  }
}

/** Gives the file as it is right before the change. */
async function checkUnchanged(change: FileChange, context: ToolContext): Promise<FileNow | null> {
  const { given, target, now, after } = change;
  const found = await findToChange(given, context, { keepLink: after === null });
  if (found.target.path !== target.path || found.now?.sha256 !== now?.sha256) {
    throw new ToolError(
      `Cannot change "${target.relative}": it was changed meanwhile; read it again`,
    );
  }
  return found.now;
}

/** Short enough for the longest name that a file system takes. */
function tempBeside(target: WorkspacePath): string {
  const name = [...basename(target.path)].slice(0, 50).join("");
  const random = hex(crypto.getRandomValues(new Uint8Array(3)));
  return `.${name}.architect-${random}.tmp`;
}

function preview({ target, now, after }: FileChange): Text {
  const path = target.relative;
  // A diff without a hunk would look as if something were cut off.
  if (now && after && sameBytes(now.bytes, after)) return text("{path} stays as it is", { path });
  const old = now && contentOf(now.bytes);
  const next = after && contentOf(after);
  const parts: TextValue[] = [];
  let diff = diffLines(path, old && asLines(old), next && asLines(next));
  for (const [sign, content] of [["-", old], ["+", next]] as const) {
    if (!(content instanceof Text)) continue;
    // The one line of its side: what stands before it has another sign.
    const start = diff.indexOf(`\n${sign}${content}`) + 2;
    if (start === 1) continue;
    parts.push(diff.slice(0, start), content);
    diff = diff.slice(start + String(content).length);
  }
  return joined([...parts, diff]);
}

/** The text of a file, or the line that stands for what is none. */
function contentOf(bytes: Uint8Array): string | Text {
  const content = isBinary(bytes) ? null : decodeExactly(bytes);
  return content ?? text("(not a text: {count} bytes)", { count: bytes.length });
}

function asLines(content: string | Text): string {
  return content instanceof Text ? `${content}\n` : content;
}

function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

function lossy(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
