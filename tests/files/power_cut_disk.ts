/**
 * What a disk may hold when the power goes, at any moment of what was done on it.
 *
 * {@linkcode PowerCut} goes through the changes that `recordDisk` has written down and gives, for each
 * moment, the folders that may be found afterwards.
 *
 * What is assumed of a disk and its file system, and nothing beyond it:
 *
 * - `sync` of a file returns when its content is there for good. It says nothing of the file's name.
 * - `syncFolder` returns when the names in that folder are as they were, for good. It says nothing of
 *   the folder's own name, which stands in the folder above.
 * - What is not synced may be there or not, each change by itself and in any order: a later one may
 *   have come through and an earlier one not.
 * - A rename happens or does not; it never leaves a half. But without a sync of the folder the file
 *   may have its new name whatever became of the changes before.
 * - A write that is not synced may be there, be gone, be cut short, or have made the file longer
 *   with zeros in place of some or all of its blocks.
 * - Bytes that were synced stay as they are while others are written behind them.
 */

import { dirname } from "@std/path";
import type { Change, Image } from "./recorded_disk.ts";

type NameChange = Extract<Change, { readonly kind: "folder" | "create" | "rename" | "remove" }>;
type DataChange = Extract<Change, { readonly kind: "write" | "truncate" }>;

/** What became of one change that was not synced: 0 is that it is all there. */
type Fate = number;
/** There, or not. */
const NAME_FATES = 2;
const BLOCK = 4096;

interface FileOnDisk {
  /** What is there for good. */
  readonly synced: Uint8Array;
  readonly pending: readonly DataChange[];
}

/** How {@linkcode PowerCut.images} chooses. */
export interface ImageChoice {
  /** So many at most: all of them where there are no more, else some by chance. */
  readonly limit: number;
  /** Gives numbers from 0 to below 1. */
  readonly random: () => number;
  /** Files whose content is nothing that counts: it is chosen by chance. */
  readonly careless?: (path: string) => boolean;
}

/** A disk whose power can be cut after any of the changes that were made on it. */
export class PowerCut {
  /** Names that are there for good: the number of a file, null for a folder. */
  readonly #names = new Map<string, number | null>();
  #pending: NameChange[] = [];
  readonly #files = new Map<number, FileOnDisk>();

  /** @param base What is there for good, numbered in this order. */
  constructor(base: Image) {
    let number = 0;
    for (const [path, content] of base) {
      this.#names.set(path, content === null ? null : number);
      if (content !== null) this.#files.set(number, { synced: content, pending: [] });
      number++;
    }
  }

  /** Does one more change. */
  apply(change: Change): void {
    switch (change.kind) {
      case "write":
      case "truncate": {
        const { synced, pending } = this.#file(change.file);
        this.#files.set(change.file, { synced, pending: [...pending, change] });
        break;
      }
      case "sync": {
        const { synced, pending } = this.#file(change.file);
        const content = pending.reduce((bytes, one) => changed(bytes, one, 0), synced);
        this.#files.set(change.file, { synced: content, pending: [] });
        break;
      }
      case "syncFolder": {
        const inside = (one: NameChange) => folderOf(one.path) === change.path;
        for (const one of this.#pending.filter(inside)) rename(this.#names, one);
        this.#pending = this.#pending.filter((one) => !inside(one));
        break;
      }
      default:
        this.#pending.push(change);
    }
  }

  /** What may be found when the power goes now. */
  *images(choice: ImageChoice): Generator<Image> {
    const { limit, random, careless = () => false } = choice;
    const paths = this.#paths();
    const data = [...paths].flatMap(([file, path]) =>
      this.#file(file).pending.map((change) => ({ change, careless: careless(path) }))
    );
    // What does not count is drawn anew for each image, and is no choice of its own.
    const drawn = new Set<DataChange>(data.filter((one) => one.careless).map((one) => one.change));
    const changes = [...this.#pending, ...data.map(({ change }) => change)];
    const counts = changes.map((one) => drawn.has(one as DataChange) ? 1 : fatesOf(one));
    const total = counts.reduce((product, count) => product * count, 1);
    const draw = (count: number) => Math.floor(random() * count);
    for (let index = 0; index < Math.min(total, limit); index++) {
      let rest = index;
      const fates = new Map<Change, Fate>();
      changes.forEach((change, i) => {
        const count = counts[i]!;
        if (drawn.has(change as DataChange)) fates.set(change, draw(fatesOf(change)));
        else if (total > limit) fates.set(change, draw(count));
        else fates.set(change, rest % count);
        rest = Math.floor(rest / count);
      });
      yield this.#image(fates);
    }
  }

  /** The paths that files that may be found have, or may have. */
  #paths(): Map<number, string> {
    const paths = new Map<number, string>();
    for (const [path, file] of this.#names) if (file !== null) paths.set(file, path);
    for (const change of this.#pending) {
      if (change.kind === "create") paths.set(change.file, change.path);
      if (change.kind === "rename") paths.set(change.file, change.to);
    }
    return paths;
  }

  #image(fates: ReadonlyMap<Change, Fate>): Image {
    const names = new Map(this.#names);
    for (const change of this.#pending) if (fates.get(change) === 0) rename(names, change);
    const image = new Map<string, Uint8Array | null>();
    for (const path of [...names.keys()].sort()) {
      const folder = folderOf(path);
      // A folder whose own name is lost takes all that is in it with it.
      if (folder !== "" && !image.has(folder)) continue;
      const file = names.get(path)!;
      image.set(path, file === null ? null : this.#content(file, fates));
    }
    return image;
  }

  #content(file: number, fates: ReadonlyMap<Change, Fate>): Uint8Array {
    const { synced, pending } = this.#file(file);
    return pending.reduce((bytes, one) => changed(bytes, one, fates.get(one)!), synced);
  }

  #file(number: number): FileOnDisk {
    return this.#files.get(number) ?? { synced: new Uint8Array(), pending: [] };
  }
}

function folderOf(path: string): string {
  const folder = dirname(path);
  return folder === "." ? "" : folder;
}

function rename(names: Map<string, number | null>, change: NameChange): void {
  switch (change.kind) {
    case "folder":
      names.set(change.path, null);
      break;
    case "create":
      names.set(change.path, change.file);
      break;
    case "remove":
      names.delete(change.path);
      break;
    case "rename":
      names.delete(change.path);
      names.set(change.to, change.file);
  }
}

/** How many things may become of a change: see {@linkcode changed}. */
function fatesOf(change: Change): number {
  if (change.kind !== "write") return NAME_FATES;
  return change.offset % BLOCK + change.data.length > BLOCK ? 6 : 4;
}

/**
 * The content of a file after a change: 0, all of it; 1, nothing; and of a write also 2, a part; 3,
 * zeros in its place; 4, only its first block; 5, all but its first block, which is zeros.
 */
function changed(bytes: Uint8Array, change: DataChange, fate: Fate): Uint8Array {
  if (fate === 1) return bytes;
  if (change.kind === "truncate") return resized(bytes, change.length);
  const { offset, data } = change;
  const first = Math.min(BLOCK - offset % BLOCK, data.length);
  const there = fate === 2 ? data.subarray(0, Math.ceil(data.length / 2)) : data.slice();
  if (fate === 3) there.fill(0);
  if (fate === 4) there.fill(0, first);
  if (fate === 5) there.fill(0, 0, first);
  const result = resized(bytes, Math.max(bytes.length, offset + there.length));
  result.set(there, offset);
  return result;
}

/** A copy, cut or made longer with zeros. */
function resized(bytes: Uint8Array, length: number): Uint8Array {
  const result = new Uint8Array(length);
  result.set(bytes.subarray(0, length));
  return result;
}
