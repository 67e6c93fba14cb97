/** Going through the folders of the workspace without leaving it and without blocking. */

import { join } from "@std/path";
import { isStateFolder } from "../files/workspace_path.ts";
import type { WorkspacePath } from "../files/workspace_path.ts";

/** Something found in a folder. */
export interface WalkEntry {
  /** Absolute. */
  readonly path: string;
  /** Relative to where the walk began, `/` separators. */
  readonly name: string;
  readonly kind: "file" | "folder" | "link" | "other";
}

/** Options of {@linkcode walkFiles}. */
export interface WalkOptions {
  readonly signal: AbortSignal;
  /** Whether folders in it are gone into. Default true. */
  readonly recursive?: boolean;
}

/** Milliseconds after which other work gets its turn. */
const SLICE_MS = 20;

/**
 * Lets timers and signals have their turn when enough time has passed.
 *
 * @param signal Its reason is thrown when it is aborted.
 * @returns A function to await often: it costs next to nothing until then.
 */
export function createBreather(signal: AbortSignal): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    signal.throwIfAborted();
    if (performance.now() - since < SLICE_MS) return undefined;
    return new Promise<void>((resolve) => setTimeout(resolve, 0)).then(() => {
      since = performance.now();
      signal.throwIfAborted();
    });
  };
}

/**
 * Walks a folder: each folder's entries by name, a folder before what is in it. `.git`,
 * `.architect` and `node_modules` are left out. Symlinks are named and not followed. A folder that
 * cannot be read is passed over.
 *
 * @param start A folder of the workspace.
 * @param options The signal; whether to go into folders.
 * @returns What is in it.
 */
export async function* walkFiles(
  start: WorkspacePath,
  options: WalkOptions,
): AsyncGenerator<WalkEntry> {
  const { signal, recursive = true } = options;
  const breathe = createBreather(signal);
  const open = entriesOf(start.path, "");
  // A stack and not a recursion: folders may be nested thousands deep.
  for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
    await breathe();
    yield entry;
    if (recursive && entry.kind === "folder") {
      for (const inner of entriesOf(entry.path, `${entry.name}/`)) open.push(inner);
    }
  }
  // Of a walk that was short enough to need no breath: what it gave is no whole answer either.
  signal.throwIfAborted();
}

/** The last comes first, for the stack. */
function entriesOf(folder: string, prefix: string): WalkEntry[] {
  const entries: WalkEntry[] = [];
  try {
    // Swapped for a symlink since it was seen, or while it is read: it may lead out. At once, so that
    // a swap and another one back hardly fit in between.
    if (Deno.realPathSync(folder) !== folder) return [];
    const found = Deno.readDirSync(folder);
    if (Deno.realPathSync(folder) !== folder) return [];
    for (const entry of found) {
      if (isSkipped(entry.name)) continue;
      const kind = entry.isSymlink
        ? "link"
        : entry.isDirectory
        ? "folder"
        : entry.isFile
        ? "file"
        : "other";
      entries.push({ path: join(folder, entry.name), name: prefix + entry.name, kind });
    }
  } catch (error) {
    // Gone meanwhile, without right, or too deep for the system: nothing to be seen there.
    if (!(error instanceof Error) || error instanceof TypeError) throw error;
  }
  return entries.sort((a, b) => a.name < b.name ? 1 : -1);
}

function isSkipped(name: string): boolean {
  return name === ".git" || name === "node_modules" || isStateFolder(name);
}
