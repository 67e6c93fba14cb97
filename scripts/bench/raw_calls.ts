/** The floors in Deno's own calls: where no C compiler is there, and to show what Deno costs. */

import { join } from "@std/path";

/**
 * Opens every file of a folder and reads its first 4 KiB.
 *
 * @param folder The folder.
 * @returns How many files.
 */
export function readHeads(folder: string): number {
  const head = new Uint8Array(4096);
  let files = 0;
  for (const { name } of Deno.readDirSync(folder)) {
    if (name.startsWith(".")) continue;
    using file = Deno.openSync(join(folder, name));
    file.readSync(head);
    files++;
  }
  return files;
}

/**
 * The writes and flushes of a durable save.
 *
 * @param folder Where.
 * @param state What replaces the state.
 * @param history What is appended to a history before; empty: there is none.
 */
export function saveRaw(folder: string, state: Uint8Array, history: Uint8Array): void {
  if (history.length > 0) {
    const options = { append: true, create: true, mode: 0o600 };
    writeAndFlush(join(folder, "raw.jsonl"), options, history);
  }
  const temp = join(folder, ".raw.tmp");
  writeAndFlush(temp, { write: true, createNew: true, mode: 0o600 }, state);
  Deno.renameSync(temp, join(folder, "raw.json"));
  flushFolder(folder);
}

/**
 * For every session of a folder the calls that removing it durably takes: those of `floors/cleanup.c`.
 *
 * @param folder The folder of the sessions.
 * @param flushes Whether the folder is flushed.
 */
export function cleanupRaw(folder: string, flushes: boolean): void {
  const ids = [...Deno.readDirSync(folder)].filter(({ name }) => name.endsWith(".json"))
    .map(({ name }) => name.slice(0, -".json".length));
  for (const id of ids) {
    readHead(join(folder, `${id}.json`));
    for (const kind of ["json", "jsonl", "lock"]) Deno.lstatSync(join(folder, `${id}.${kind}`));
  }
  const flush = flushes ? () => flushFolder(folder) : () => {};
  for (const id of ids) {
    const [state, lock] = [join(folder, `${id}.json`), join(folder, `${id}.lock`)];
    const removed = join(folder, `.${id}.removed`);
    using held = Deno.openSync(lock, { read: true, write: true, create: true });
    held.lockSync(true);
    held.truncateSync();
    held.writeSync(new Uint8Array(70));
    readHead(state);
    Deno.renameSync(state, removed);
    flush();
    Deno.removeSync(join(folder, `${id}.jsonl`));
    flush();
    Deno.removeSync(removed);
    Deno.removeSync(lock);
    flush();
  }
}

function readHead(path: string): void {
  using file = Deno.openSync(path);
  file.readSync(new Uint8Array(1024));
}

function writeAndFlush(path: string, options: Deno.OpenOptions, data: Uint8Array): void {
  using file = Deno.openSync(path, options);
  for (let done = 0; done < data.length;) done += file.writeSync(data.subarray(done));
  file.syncSync();
}

function flushFolder(path: string): void {
  if (Deno.build.os === "windows") return;
  using folder = Deno.openSync(path);
  folder.syncSync();
}
