/** What is in a folder, to see that nothing changed. */

/** What is known of an entry. */
export interface EntryContent {
  /** A character a byte, the goal of a link, or what kind of thing it is. */
  readonly content: string;
  /** Milliseconds since 1970. */
  readonly changedMs: number | null;
}

/** Gives each byte a character of its own. */
const LATIN = new TextDecoder("latin1");

/** More is not read: what is larger is told by its size and time. */
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Reads the entries of a folder, without what is in folders inside it.
 *
 * @param folder The folder.
 * @param part Only names that hold this text. Default: all.
 * @returns Name to content, sorted by name.
 */
export async function readFolder(folder: string, part = ""): Promise<Record<string, EntryContent>> {
  const found: [string, EntryContent][] = [];
  for await (const { name } of Deno.readDir(folder)) {
    if (!name.includes(part)) continue;
    const path = `${folder}/${name}`;
    const info = await Deno.lstat(path);
    const content = await contentOf(path, info);
    found.push([name, { content, changedMs: info.mtime?.getTime() ?? null }]);
  }
  return Object.fromEntries(found.sort(([a], [b]) => a < b ? -1 : 1));
}

async function contentOf(path: string, info: Deno.FileInfo): Promise<string> {
  if (info.isSymlink) return `link to ${await Deno.readLink(path)}`;
  if (info.isDirectory) return "folder";
  // Opening a pipe would block.
  if (!info.isFile) return "pipe, socket or device";
  if (info.size > MAX_BYTES) return `${info.size} bytes`;
  return LATIN.decode(await Deno.readFile(path));
}
