/** A disk that writes down every change that is made on it. */

import { join, relative } from "@std/path";
import { type Disk, type DiskFile, realDisk } from "../../src/files/disk.ts";

/** One change on the disk. Paths are relative to the folder; a file goes by its number. */
export type Change =
  | { readonly kind: "folder"; readonly path: string }
  | { readonly kind: "create"; readonly path: string; readonly file: number }
  | {
    readonly kind: "rename";
    readonly path: string;
    readonly to: string;
    readonly file: number;
  }
  | { readonly kind: "remove"; readonly path: string }
  | {
    readonly kind: "write";
    readonly file: number;
    readonly offset: number;
    readonly data: Uint8Array;
  }
  | { readonly kind: "truncate"; readonly file: number; readonly length: number }
  | { readonly kind: "sync"; readonly file: number }
  | { readonly kind: "syncFolder"; readonly path: string };

/** What is found in a folder: the content of each file, null for a folder, by relative path. */
export type Image = ReadonlyMap<string, Uint8Array | null>;

/** A disk whose changes are written down. */
export interface RecordedDisk {
  readonly disk: Disk;
  /** What was there at the start, all of it for good. */
  readonly base: Image;
  /** What was done since, in order; it grows. */
  readonly changes: readonly Change[];
}

/**
 * The real disk, which writes down what is changed below a folder. Nothing is flushed for real.
 *
 * @param root The folder.
 * @param before Called before each change; what it throws is what the call throws.
 */
export async function recordDisk(
  root: string,
  before: (change: Change) => void = () => {},
): Promise<RecordedDisk> {
  const base = await readImage(root);
  const changes: Change[] = [];
  const names = new Map<string, number>();
  for (const path of base.keys()) names.set(path, names.size);
  let files = names.size;
  const at = (path: string) => relative(root, path);
  const record = (change: Change) => {
    before(change);
    changes.push(change);
  };
  const disk: Disk = {
    ...realDisk,
    wait: () => Promise.resolve(),
    async open(path, options) {
      const name = at(path);
      const created = options.create === true || options.createNew === true;
      if (!created || names.has(name)) {
        return recordFile(await realDisk.open(path, options), names.get(name)!, options, record);
      }
      const number = files++;
      const change = { kind: "create", path: name, file: number } as const;
      before(change);
      const file = await realDisk.open(path, options);
      changes.push(change);
      names.set(name, number);
      return recordFile(file, number, options, record);
    },
    async lstat(path) {
      const info = await realDisk.lstat(path);
      // Folders are made past the seam; each is looked at right afterwards.
      if (info.isDirectory && !names.has(at(path))) {
        names.set(at(path), files++);
        record({ kind: "folder", path: at(path) });
      }
      return info;
    },
    async rename(path, to) {
      const file = names.get(at(path))!;
      record({ kind: "rename", path: at(path), to: at(to), file });
      await realDisk.rename(path, to);
      names.delete(at(path));
      names.set(at(to), file);
    },
    async remove(path) {
      if (names.has(at(path))) record({ kind: "remove", path: at(path) });
      await realDisk.remove(path);
      names.delete(at(path));
    },
    syncFolder(path) {
      record({ kind: "syncFolder", path: at(path) });
      return Promise.resolve();
    },
  };
  return { disk, base, changes };
}

function recordFile(
  real: DiskFile,
  file: number,
  { append = false }: Deno.OpenOptions,
  record: (change: Change) => void,
): DiskFile {
  let position = 0;
  return {
    async write(data) {
      const offset = append ? (await real.stat()).size : position;
      record({ kind: "write", file, offset, data: data.slice() });
      const count = await real.write(data);
      if (count !== data.length) throw new Error("Cannot record a write that is cut short");
      position += count;
      return count;
    },
    read: (buffer) => real.read(buffer),
    sync() {
      record({ kind: "sync", file });
      return Promise.resolve();
    },
    stat: () => real.stat(),
    async truncate(length = 0) {
      record({ kind: "truncate", file, length });
      await real.truncate(length);
    },
    tryLock: (exclusive) => real.tryLock(exclusive),
    close: () => real.close(),
  };
}

/** Reads all that is in a folder. */
export async function readImage(root: string, below = ""): Promise<Image> {
  const image = new Map<string, Uint8Array | null>();
  for await (const entry of Deno.readDir(join(root, below))) {
    const path = join(below, entry.name);
    if (!entry.isDirectory) {
      image.set(path, await Deno.readFile(join(root, path)));
      continue;
    }
    image.set(path, null);
    for (const [inner, content] of await readImage(root, path)) image.set(inner, content);
  }
  return image;
}

/** Makes a folder what an image says. The folder is empty. */
export async function writeImage(root: string, image: Image): Promise<void> {
  const paths = [...image.keys()].sort();
  for (const path of paths) {
    const content = image.get(path)!;
    if (content === null) await Deno.mkdir(join(root, path), { mode: 0o700 });
    else await Deno.writeFile(join(root, path), content, { mode: 0o600 });
  }
}
