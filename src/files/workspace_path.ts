/** Where a path that a model wrote leads, and whether it may go there. */

import { dirname, isAbsolute, join, relative, resolve, SEPARATOR } from "@std/path";
import { joined, type Text, text, verbatim } from "../text.ts";
import { unportable } from "./portable_name.ts";
import { irregularKind } from "./regular_file.ts";

/** A path that is refused. The message is for the model. */
export class WorkspacePathError extends Error {
  override readonly name = "WorkspacePathError";
  /** Why, for a person. */
  readonly reason: Text;

  /**
   * @param path The path as the model knows it.
   * @param reason Why, in words that can follow the path and a colon.
   * @param options `cause`: the error that led to this one.
   */
  constructor(path: string, reason: Text, options: ErrorOptions = {}) {
    super(`Cannot use ${path}: ${reason}`, options);
    this.reason = reason;
  }
}

/** A path inside the workspace, with no symlink left in it. */
export interface WorkspacePath {
  /** Absolute. */
  readonly path: string;
  /** Relative to the workspace, `/` separators; `.` for the workspace itself. */
  readonly relative: string;
  readonly kind: "file" | "folder" | "missing";
  /** Names at its end that are not there yet; none unless it is missing. */
  readonly missing: readonly string[];
  /** What `lstat` told of it; null when it is missing. */
  readonly info: Deno.FileInfo | null;
}

// deno-lint-ignore no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
/** Where a workspace that is the whole disk would lead to this process and its environment. */
const SYSTEM = /^\/(?:proc|sys|dev)(?:\/|$)/;
const MAX_LENGTH = 4096;
/** The folder that is not for tools. */
const CLOSED = ".architect";

/**
 * Resolves a path that a model gave: relative to the workspace, or absolute and inside it.
 *
 * Symlinks are followed to their real end, of the path or, when there is nothing yet, of its nearest
 * existing parent; the end must lie in the workspace and not in a folder `.architect`. What is there
 * is a regular file or a folder: pipes, sockets and devices are refused before anything opens them.
 * The answer holds for the moment; who changes a file resolves again right before.
 *
 * Needs read permission for the workspace.
 *
 * @param workspace Real path of the workspace.
 * @param given The path as the model wrote it.
 * @param options `keepLink`: a symlink at the very end is refused instead of followed (to delete).
 * @returns Where it leads.
 * @throws {WorkspacePathError} It may not go there.
 *
 * @example
 * ```ts
 * import { assertEquals, assertRejects } from "@std/assert";
 * import { resolveWorkspacePath, WorkspacePathError } from "./workspace_path.ts";
 *
 * const workspace = await Deno.realPath(await Deno.makeTempDir());
 * const found = await resolveWorkspacePath(workspace, "src/../a.txt");
 * assertEquals([found.relative, found.kind], ["a.txt", "missing"]);
 * await assertRejects(() => resolveWorkspacePath(workspace, "../b"), WorkspacePathError);
 * await Deno.remove(workspace);
 * ```
 */
export async function resolveWorkspacePath(
  workspace: string,
  given: string,
  options: { readonly keepLink?: boolean } = {},
): Promise<WorkspacePath> {
  checkText(given);
  const wanted = isAbsolute(given) ? resolve(given) : resolve(workspace, given);
  if (!isInside(workspace, wanted)) throw outside(given);
  checkNames(given, workspace, wanted);
  const link = options.keepLink ? await lstatOrNull(given, wanted) : null;
  if (link?.isSymlink) {
    throw refusal(given, text("it is {kind}", { kind: text("a symbolic link") }));
  }
  const { nearest, missing } = await realPathOfNearest(workspace, given, wanted);
  const path = join(nearest, ...missing);
  if (!isInside(workspace, path) || SYSTEM.test(path) && !SYSTEM.test(workspace)) {
    throw outside(given);
  }
  checkNames(given, workspace, path);
  const info = await lstatOrNull(given, path);
  if (await isInState(workspace, path, info)) throw closed(given);
  const found = { path, relative: shownRelative(workspace, path), missing, info };
  if (info === null) return { ...found, kind: "missing" };
  if (info.isDirectory) return { ...found, kind: "folder" };
  const kind = irregularKind(info);
  if (kind === null) return { ...found, kind: "file" };
  throw refusal(given, text("it is {kind}, and a regular file is wanted", { kind }));
}

function shownRelative(workspace: string, path: string): string {
  return relative(workspace, path).replaceAll(SEPARATOR, "/") || ".";
}

/** Says what is wrong with the text of a path before it is used for anything. */
function checkText(given: string): void {
  const shown = `path ${JSON.stringify(given.slice(0, 200))}`;
  if (given === "") throw new WorkspacePathError("an empty path", text("give one, or . "));
  if (given.length > MAX_LENGTH) throw new WorkspacePathError(`${shown}...`, text("too long"));
  if (CONTROL.test(given) || !given.isWellFormed()) {
    throw new WorkspacePathError(shown, text("it has control characters"));
  }
}

function checkNames(given: string, workspace: string, path: string): void {
  for (const name of relative(workspace, path).split(SEPARATOR)) {
    if (isStateFolder(name)) throw closed(given);
    // Elsewhere such a file can be there, and only a new one is refused, by who makes it.
    const reason = Deno.build.os === "windows" ? unportable(name) : null;
    if (reason !== null) {
      throw refusal(given, joined([`"${name}"`, reason], " "));
    }
  }
}

/**
 * A name as the most tolerant file system takes it: Windows drops dots and spaces at the end, HFS+
 * drops invisible characters, both take upper and lower case for the same.
 *
 * @param name One component of a path.
 * @returns What to compare with a name that is closed.
 */
export function tolerantName(name: string): string {
  return name.normalize("NFKC").replaceAll(/[\p{Default_Ignorable_Code_Point}]/gu, "")
    .replace(/[. ]+$/, "").toLowerCase();
}

/**
 * Whether a name is that of the folder architect keeps its state in, on any file system.
 *
 * @param name One component of a path.
 * @returns True for `.architect`, `.Architect` and what some file systems take for them.
 */
export function isStateFolder(name: string): boolean {
  return tolerantName(name) === CLOSED;
}

async function realPathOfNearest(
  workspace: string,
  given: string,
  wanted: string,
): Promise<{ readonly nearest: string; readonly missing: readonly string[] }> {
  const missing: string[] = [];
  for (let at = wanted;; at = dirname(at)) {
    try {
      return { nearest: await Deno.realPath(at), missing };
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw refused(given, error);
    }
    if ((await lstatOrNull(given, at))?.isSymlink) {
      throw refusal(given, text("it is a symbolic link to nothing"));
    }
    if (at === workspace || dirname(at) === at) {
      throw refusal(given, text("the workspace is gone"));
    }
    missing.unshift(at.slice(dirname(at).length).replace(/^[\\/]+/, ""));
  }
}

/** Hard links and blurred names: the same file or folder under another name. */
async function isInState(
  workspace: string,
  path: string,
  info: Deno.FileInfo | null,
): Promise<boolean> {
  const state = await statOrNull(join(workspace, CLOSED));
  if (state === null || state.ino === null) return false;
  const [first] = relative(workspace, path).split(SEPARATOR);
  const top = first ? await statOrNull(join(workspace, first)) : null;
  if (top !== null && top.dev === state.dev && top.ino === state.ino) return true;
  if (info === null || !info.isFile || (info.nlink ?? 1) < 2) return false;
  return await holdsFile(join(workspace, CLOSED), info);
}

async function holdsFile(folder: string, wanted: Deno.FileInfo): Promise<boolean> {
  for await (const entry of Deno.readDir(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory && await holdsFile(path, wanted)) return true;
    if (!entry.isFile) continue;
    const info = await statOrNull(path);
    if (info !== null && info.dev === wanted.dev && info.ino === wanted.ino) return true;
  }
  return false;
}

async function statOrNull(path: string): Promise<Deno.FileInfo | null> {
  try {
    return await Deno.lstat(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

async function lstatOrNull(given: string, path: string): Promise<Deno.FileInfo | null> {
  try {
    return await statOrNull(path);
  } catch (error) {
    throw refused(given, error);
  }
}

function isInside(workspace: string, path: string): boolean {
  return path === workspace ||
    path.startsWith(workspace.endsWith(SEPARATOR) ? workspace : workspace + SEPARATOR);
}

function refusal(given: string, reason: Text, options?: ErrorOptions): WorkspacePathError {
  return new WorkspacePathError(`path "${given}"`, reason, options);
}

function outside(given: string): WorkspacePathError {
  return refusal(given, text("it leads out of the workspace; give a path relative to it"));
}

function closed(given: string): WorkspacePathError {
  return refusal(given, text(".architect is closed to tools"));
}

/** What the system says of a path that it does not resolve: loops, files used as folders, rights. */
function refused(given: string, error: unknown): unknown {
  if (error instanceof Deno.errors.NotCapable) return outside(given);
  if (!(error instanceof Error)) return error;
  const reason = error instanceof Deno.errors.FilesystemLoop
    ? text("its symbolic links go round in circles")
    : error instanceof Deno.errors.NotADirectory
    ? text("one of its folders is a file")
    : error instanceof Deno.errors.PermissionDenied
    ? text("the system permits no access")
    : verbatim(error.message.replace(/: [a-z]+ '.*$/s, ""));
  return refusal(given, reason, { cause: error });
}
