/** What is in the folder of the sessions, by session. */

import { irregularKind } from "../files/regular_file.ts";
import type { Text } from "../text.ts";
import { fileName } from "./file_name.ts";

/** A name in the folder that is of a session's family. */
const FAMILY = /^\.?\d{8}-\d{6}-[0-9a-f]{6}\../;
const ID_LENGTH = "20260223-143022-a1b2c3".length;

/** The id in a name of a family. */
function idIn(name: string): string {
  const start = name.startsWith(".") ? 1 : 0;
  return name.slice(start, start + ID_LENGTH);
}

/** What a name is when its id is taken away. */
function ending(name: string): string {
  return name.startsWith(".") ? `.${name.slice(1 + ID_LENGTH)}` : name.slice(ID_LENGTH);
}

const [STATE, HISTORY, LOCK, REMOVED] = (["json", "history", "lock", "removed"] as const)
  .map((kind) => fileName("", kind));

/** What stands at a path: null for a regular file, else words for it. */
export type EntryKind = Text | null;

/** What is in the folder. */
export interface FolderContent {
  /** Ids that have a state file, whatever it is. */
  readonly states: ReadonlyMap<string, EntryKind>;
  /** Ids that have a history and no state, and are not being removed. */
  readonly orphans: ReadonlyMap<string, EntryKind>;
  /** Ids that have a lock file. */
  readonly locks: ReadonlySet<string>;
  /** Names of all files of each id, also of ids without a state. */
  readonly families: ReadonlyMap<string, readonly string[]>;
  /** Those of the names that are no regular files. */
  readonly irregular: ReadonlySet<string>;
}

/** The names in the folder. The families are put together only where somebody asks for them. */
export class FolderNames implements FolderContent {
  readonly states = new Map<string, EntryKind>();
  readonly orphans = new Map<string, EntryKind>();
  readonly locks = new Set<string>();
  readonly irregular = new Set<string>();
  readonly #names: string[] = [];
  #families: Map<string, string[]> | null = null;

  /** @param entries What the system lists. */
  constructor(entries: Iterable<Deno.DirEntry> = []) {
    const removed = new Set<string>();
    for (const entry of entries) {
      const { name } = entry;
      if (!FAMILY.test(name)) continue;
      const id = idIn(name);
      this.#names.push(name);
      if (!entry.isFile) this.irregular.add(name);
      const end = ending(name);
      if (end === STATE) this.states.set(id, irregularKind(entry));
      else if (end === HISTORY) this.orphans.set(id, irregularKind(entry));
      else if (end === LOCK) this.locks.add(id);
      else if (end === REMOVED) removed.add(id);
    }
    for (const id of this.orphans.keys()) {
      if (this.states.has(id) || removed.has(id)) this.orphans.delete(id);
    }
  }

  get families(): ReadonlyMap<string, readonly string[]> {
    if (this.#families !== null) return this.#families;
    const families = new Map<string, string[]>();
    for (const name of this.#names) {
      const id = idIn(name);
      const family = families.get(id);
      if (family === undefined) families.set(id, [name]);
      else family.push(name);
    }
    return this.#families = families;
  }
}
