/** The folder that holds the sessions of a workspace: its paths, its making, its names. */

import { dirname, join } from "@std/path";
import { ArchitectError } from "../errors.ts";
import { atomicWrite } from "../files/atomic_write.ts";
import { type Disk, realDisk } from "../files/disk.ts";
import { irregularKind } from "../files/regular_file.ts";
import { diskError } from "./disk_error.ts";
import { generateSessionId, isSessionId } from "./session_id.ts";

/** Only the owner reads and writes. */
export const OWNER_FILE = 0o600;
const OWNER_FOLDER = 0o700;

const GITIGNORE = "*\n!.gitignore\n!config.yaml\n";

/** A name in the folder that is of a session's family. */
const FAMILY = /^\.?(\d{8}-\d{6}-[0-9a-f]{6})\..+$/;

/** A file of a session's family that the session is made of. */
export type SessionFile = "json" | "history" | "lock" | "temp" | "removed";

/** What is in the folder. */
export interface FolderContent {
  /** Ids that have a state file, whatever it is, with its directory entry. */
  readonly states: ReadonlyMap<string, Deno.DirEntry>;
  /** Ids that have a history and no state, with the directory entry of the history. */
  readonly orphans: ReadonlyMap<string, Deno.DirEntry>;
  /** Names of all files of each id, also of ids without a state. */
  readonly families: ReadonlyMap<string, readonly string[]>;
  /** Those of the names that are folders. */
  readonly folders: ReadonlySet<string>;
}

/**
 * The name of a file of a session.
 *
 * @param id The session's id.
 * @param kind Which file.
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

/**
 * `.architect/sessions` of a workspace. No path is built from anything but a valid id, and nothing
 * is touched through a symbolic link.
 */
export class SessionFolder {
  /** `.architect`. */
  readonly root: string;
  /** `.architect/sessions`. */
  readonly path: string;
  readonly #disk: Disk;
  #made = false;
  /** Whether the folder was looked at: what swaps it while a process runs is not looked for. */
  #seen = false;

  /**
   * @param workspaceRoot The workspace.
   * @param disk Default: the file system of this machine.
   */
  constructor(workspaceRoot: string, disk: Disk = realDisk) {
    this.root = join(workspaceRoot, ".architect");
    this.path = join(this.root, "sessions");
    this.#disk = disk;
  }

  /**
   * The path of a file of a session.
   *
   * @param id The session's id.
   * @param kind Which file: the state (`json`), the `history`, the `lock`, what a save writes first
   * (`temp`), or what a state becomes when it is being `removed`.
   * @returns The path.
   * @throws {RangeError} The id is none: callers check what a user gives before.
   */
  file(id: string, kind: SessionFile): string {
    if (!isSessionId(id)) throw new RangeError(`Cannot build a path: "${id}" is no session id`);
    return join(this.path, fileName(id, kind));
  }

  /**
   * Whether the folder is there and may be read through.
   *
   * @returns False when there is none yet.
   * @throws {ArchitectError} `no_permission`: it is a link or something else, or may not be read.
   */
  async exists(): Promise<boolean> {
    if (this.#seen) return true;
    for (const path of [this.root, this.path]) {
      let info: Deno.FileInfo | null;
      try {
        info = await this.#lstat(path);
      } catch (error) {
        throw diskError(error, `Cannot use "${path}"`, "internal");
      }
      if (info === null) return false;
      requireFolder(path, info);
    }
    this.#seen = true;
    return true;
  }

  /**
   * Makes the folder, for its owner only, and the `.gitignore` that keeps sessions out of commits.
   *
   * @throws {ArchitectError} `save_error` or `no_permission`.
   */
  async make(): Promise<void> {
    if (this.#made) return;
    try {
      for (const path of [this.root, this.path]) await this.#makeOne(path);
      await this.#ignore();
    } catch (error) {
      throw diskError(error, `Cannot make folder "${this.path}"`, "save_error");
    }
    this.#made = true;
  }

  /**
   * Checks that a state could be written now, with 64 KiB that are removed again.
   *
   * @throws {ArchitectError} `save_error` or `no_permission`.
   */
  async checkWritable(): Promise<void> {
    await this.make();
    // Named like the temporary file of a session, so that a cleanup knows what was left behind.
    const probe = this.file(generateSessionId(), "temp");
    let there = false;
    try {
      try {
        await atomicWrite(probe, new Uint8Array(64 * 1024), {
          temp: `${probe}.new`,
          mode: OWNER_FILE,
          disk: this.#disk,
          onReplaced: () => there = true,
        });
      } finally {
        if (there) await this.#disk.remove(probe);
      }
    } catch (error) {
      throw diskError(error, `Cannot save sessions in "${this.path}"`, "save_error");
    }
  }

  /**
   * Reads the names in the folder.
   *
   * @returns Which sessions there are; nothing when there is no folder.
   * @throws {ArchitectError} `no_permission`, or `internal` for another failure of the disk.
   */
  async read(): Promise<FolderContent> {
    const states = new Map<string, Deno.DirEntry>();
    const orphans = new Map<string, Deno.DirEntry>();
    const families = new Map<string, string[]>();
    const folders = new Set<string>();
    if (!await this.exists()) return { states, orphans, families, folders };
    try {
      for await (const entry of Deno.readDir(this.path)) {
        const [, id] = FAMILY.exec(entry.name) ?? [];
        if (id === undefined) continue;
        if (entry.name === fileName(id, "json")) states.set(id, entry);
        else if (entry.name === fileName(id, "history")) orphans.set(id, entry);
        if (entry.isDirectory) folders.add(entry.name);
        const family = families.get(id);
        if (family === undefined) families.set(id, [entry.name]);
        else family.push(entry.name);
      }
    } catch (error) {
      throw diskError(error, `Cannot list sessions in "${this.path}"`, "internal");
    }
    for (const id of orphans.keys()) {
      const gone = families.get(id)?.includes(fileName(id, "removed"));
      if (states.has(id) || gone) orphans.delete(id);
    }
    return { states, orphans, families, folders };
  }

  /**
   * Whether there is a session: a state, whatever it is, or a history that is not being removed.
   *
   * @param id The session.
   * @returns True when something is at one of the two paths.
   * @throws {ArchitectError} `no_permission`, or `internal` for another failure of the disk.
   */
  async hasSession(id: string): Promise<boolean> {
    const has = async (kind: SessionFile) => await this.#lstat(this.file(id, kind)) !== null;
    try {
      return await has("json") || (await has("history") && !await has("removed"));
    } catch (error) {
      throw diskError(error, `Cannot look for session "${id}"`, "internal", id);
    }
  }

  async #makeOne(path: string): Promise<void> {
    const before = await this.#lstat(path);
    if (before === null) await Deno.mkdir(path, { mode: OWNER_FOLDER, recursive: true });
    const info = before ?? await this.#disk.lstat(path);
    requireFolder(path, info);
    if (before === null) await this.#syncName(path);
    if (info.mode === null) return;
    // What the umask took from a new folder is given back; from an old one only others' rights go.
    const mode = before === null ? OWNER_FOLDER : info.mode & OWNER_FOLDER;
    if ((info.mode & 0o777) === mode) return;
    try {
      await this.#disk.chmod(path, mode);
    } catch (error) {
      // The folder is someone else's to change; the files in it are the owner's alone all the same.
      if (!(error instanceof Deno.errors.PermissionDenied)) throw error;
    }
  }

  /** All that is saved in a folder is lost with its name, which stands in the folder above. */
  async #syncName(path: string): Promise<void> {
    try {
      await this.#disk.syncFolder(dirname(path));
    } catch (error) {
      // The workspace need not be readable: then the name lasts when the system writes it by itself.
      const unreadable = error instanceof Deno.errors.NotCapable ||
        error instanceof Deno.errors.PermissionDenied;
      if (!unreadable) throw error;
    }
  }

  async #ignore(): Promise<void> {
    const path = join(this.root, ".gitignore");
    if (await this.#lstat(path) !== null) return;
    await atomicWrite(path, new TextEncoder().encode(GITIGNORE), {
      temp: join(this.root, `.gitignore.${generateSessionId()}.tmp`),
      mode: 0o644,
      disk: this.#disk,
    });
  }

  async #lstat(path: string): Promise<Deno.FileInfo | null> {
    try {
      return await this.#disk.lstat(path);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return null;
      throw error;
    }
  }
}

function requireFolder(path: string, info: Deno.FileInfo): void {
  if (info.isDirectory) return;
  throw new ArchitectError(
    "no_permission",
    `Cannot use "${path}": it is ${irregularKind(info) ?? "a file"}, and a folder is wanted`,
    { suggestion: "Remove it, or move the folder it points to there." },
  );
}
