/** Disks that fail on purpose: the real one with faults let in. */

import { type Disk, type DiskFile, realDisk } from "../../src/files/disk.ts";

/** An error as the system gives it. */
export function systemError(code: string): Error {
  return Object.assign(new Error(`${code} (os error)`), { code });
}

/** The process was killed: nothing that it would do afterwards happens. */
export class Killed extends Error {}

/** A call on the disk: `open`, `write`, `stat`, `sync`, `rename`, `syncFolder`, `remove`, ... */
export interface Call {
  readonly name: string;
  readonly path: string;
}

/** The real disk; `before` sees every call, and what it throws is what the call throws. */
export function hookedDisk(before: (call: Call) => void, more: Partial<Disk> = {}): Disk {
  const hooked =
    <A extends unknown[], R>(name: string, call: (path: string, ...rest: A) => Promise<R>) =>
    async (path: string, ...rest: A): Promise<R> => {
      before({ name, path });
      return await call(path, ...rest);
    };
  return {
    windows: false,
    open: hooked(
      "open",
      async (path, options) => hookedFile(await realDisk.open(path, options), path, before),
    ),
    rename: hooked("rename", realDisk.rename),
    remove: hooked("remove", realDisk.remove),
    lstat: hooked("lstat", realDisk.lstat),
    chmod: hooked("chmod", realDisk.chmod),
    syncFolder: hooked("syncFolder", realDisk.syncFolder),
    wait: () => Promise.resolve(),
    ...more,
  };
}

/**
 * The rights of a file at each write to it, under a umask that takes none away.
 *
 * @param attempt Writes with the disk that it is given.
 */
export async function modesWhenWritten(
  attempt: (disk: Disk) => Promise<unknown>,
): Promise<number[]> {
  const modes: number[] = [];
  const disk = hookedDisk(({ name, path }) => {
    if (name === "write") modes.push((Deno.lstatSync(path).mode ?? 0) & 0o777);
  });
  const before = Deno.umask(0);
  try {
    await attempt(disk);
  } finally {
    Deno.umask(before);
  }
  return modes;
}

function hookedFile(file: DiskFile, path: string, before: (call: Call) => void): DiskFile {
  const hooked = <A extends unknown[], R>(name: string, call: (...args: A) => Promise<R>) =>
  async (
    ...args: A
  ): Promise<R> => {
    before({ name, path });
    return await call(...args);
  };
  return {
    write: hooked("write", (data: Uint8Array) => file.write(data)),
    read: hooked("read", (buffer: Uint8Array) => file.read(buffer)),
    sync: hooked("sync", () => file.sync()),
    stat: hooked("stat", () => file.stat()),
    truncate: hooked("truncate", (length?: number) => file.truncate(length)),
    tryLock: hooked("tryLock", (exclusive?: boolean) => file.tryLock(exclusive)),
    close: () => file.close(),
  };
}

/** A disk on which the process is killed at its call number `at`, from 0. */
export function killedAt(at: number): { readonly disk: Disk; readonly calls: () => number } {
  let count = 0;
  const disk = hookedDisk(() => {
    if (count++ >= at) throw new Killed();
  });
  return { disk, calls: () => count };
}

/** A disk whose calls of one name on a path that ends so fail, as often as `times` says. */
export function failingDisk(
  name: string,
  error: () => Error,
  options: { readonly times?: number; readonly ending?: string } & Partial<Disk> = {},
): Disk {
  const { times = Infinity, ending = "", ...more } = options;
  let left = times;
  return hookedDisk((call) => {
    if (call.name !== name || !call.path.endsWith(ending) || left <= 0) return;
    left--;
    throw error();
  }, more);
}

/** A disk that writes at most `chunk` bytes at a time, and is full after `room` bytes in all. */
export function smallDisk(options: { readonly chunk?: number; readonly room?: number }): Disk {
  const { chunk = Infinity, room = Infinity } = options;
  let written = 0;
  return {
    ...realDisk,
    wait: () => Promise.resolve(),
    open: async (path, how) => {
      const file = await realDisk.open(path, how);
      return hookedFile(
        {
          write: async (data) => {
            if (written >= room) throw systemError("ENOSPC");
            const count = await file.write(data.subarray(0, Math.min(chunk, room - written)));
            written += count;
            return count;
          },
          read: (buffer) => file.read(buffer),
          sync: () => file.sync(),
          stat: () => file.stat(),
          truncate: (length) => file.truncate(length),
          tryLock: (exclusive) => file.tryLock(exclusive),
          close: () => file.close(),
        },
        path,
        () => {},
      );
    },
  };
}
