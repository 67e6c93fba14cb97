/** The folder that holds the sessions of a workspace: its paths, its making, its names. */

import { dirname } from "@std/path/dirname";
import { join } from "@std/path/join";
import { SEPARATOR } from "@std/path/constants";
import { ArchitectError } from "../errors.ts";
import { atomicWrite } from "../files/atomic_write.ts";
import { type Disk, realDisk } from "../files/disk.ts";
import { lstatIfThere, removeIfThere } from "../files/if_there.ts";
import { irregularKind } from "../files/regular_file.ts";
import { text } from "../text.ts";
import { diskError } from "./disk_error.ts";
import { fileName, type SessionFile } from "./file_name.ts";
import { type FolderContent, FolderNames } from "./folder_content.ts";
import { generateSessionId, isSessionId } from "./session_id.ts";

/** Only the owner reads and writes. */
export const OWNER_FILE = 0o600;
const OWNER_FOLDER = 0o700;

const GITIGNORE = "*\n!.gitignore\n!config.yaml\n";

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
   * (`temp`), what a check of the disk writes first (`probe`), or what a state becomes when it is being
   * `removed`.
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
        info = await lstatIfThere(this.#disk, path);
      } catch (error) {
        throw diskError(error, text('Cannot use "{path}"', { path }), "internal");
      }
      if (info === null) return false;
      requireFolder(path, info, "no_permission");
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
      throw diskError(
        error,
        text('Cannot make folder "{path}"', { path: this.path }),
        "save_error",
      );
    }
    this.#made = true;
  }

  /**
   * Checks that a state could be written now, with 64 KiB that are removed again.
   *
   * @param id The session whose lock is held: what a check that died left of it is removed first.
   * @throws {ArchitectError} `save_error` or `no_permission`.
   */
  async checkWritable(id: string): Promise<void> {
    await this.make();
    // The session's own temporary file: whoever holds its lock next removes what is left behind.
    const probe = this.file(id, "temp");
    const temp = this.file(id, "probe");
    try {
      for (const path of [probe, temp]) await removeIfThere(this.#disk, path);
      let there = false;
      try {
        await atomicWrite(probe, new Uint8Array(64 * 1024), {
          temp,
          mode: OWNER_FILE,
          disk: this.#disk,
          onReplaced: () => there = true,
        });
      } finally {
        if (there) await this.#disk.remove(probe);
      }
    } catch (error) {
      throw diskError(
        error,
        text('Cannot save sessions in "{path}"', { path: this.path }),
        "save_error",
      );
    }
  }

  /**
   * Reads the names in the folder.
   *
   * @returns Which sessions there are; nothing when there is no folder.
   * @throws {ArchitectError} `no_permission`, or `internal` for another failure of the disk.
   */
  async read(): Promise<FolderContent> {
    if (!await this.exists()) return new FolderNames();
    try {
      // All at once: to ask for each name costs more than to list it.
      return new FolderNames(Deno.readDirSync(this.path));
    } catch (error) {
      // It may have gone since it was looked at.
      if (error instanceof Deno.errors.NotFound) return new FolderNames();
      throw diskError(
        error,
        text('Cannot list sessions in "{path}"', { path: this.path }),
        "internal",
      );
    }
  }

  /**
   * The path of a name in the folder, as the system listed it.
   *
   * @param name The name.
   * @returns The path.
   */
  at(name: string): string {
    // No join: ten thousand names need no normalizing.
    return `${this.path}${SEPARATOR}${name}`;
  }

  /**
   * Whether there is a session: a state, whatever it is, or a history that is not being removed.
   *
   * @param id The session.
   * @returns True when something is at one of the two paths.
   * @throws {ArchitectError} `no_permission`, or `internal` for another failure of the disk.
   */
  async hasSession(id: string): Promise<boolean> {
    const has = async (kind: SessionFile) =>
      await lstatIfThere(this.#disk, this.file(id, kind)) !== null;
    try {
      return await has("json") || (await has("history") && !await has("removed"));
    } catch (error) {
      throw diskError(error, text('Cannot look for session "{id}"', { id }), "internal", id);
    }
  }

  async #makeOne(path: string): Promise<void> {
    const before = await lstatIfThere(this.#disk, path);
    if (before === null) await Deno.mkdir(path, { mode: OWNER_FOLDER, recursive: true });
    const info = before ?? await this.#disk.lstat(path);
    requireFolder(path, info, "save_error");
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
    if (await lstatIfThere(this.#disk, path) !== null) return;
    await atomicWrite(path, new TextEncoder().encode(GITIGNORE), {
      temp: join(this.root, `.gitignore.${generateSessionId()}.tmp`),
      mode: 0o644,
      disk: this.#disk,
    });
  }
}

/** A link is refused whoever asks: it may lead anywhere. */
function requireFolder(
  path: string,
  info: Deno.FileInfo,
  code: "no_permission" | "save_error",
): void {
  if (info.isDirectory) return;
  throw new ArchitectError(
    info.isSymlink ? "no_permission" : code,
    text('Cannot use "{path}": it is {kind}, and a folder is wanted', {
      path,
      kind: irregularKind(info) ?? text("a file"),
    }),
    { suggestion: text("Remove it, or move the folder it points to there.") },
  );
}
