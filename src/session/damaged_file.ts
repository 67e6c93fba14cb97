/** Keeping a damaged file of a session out of the way, under a name that tells what it was. */

import type { Disk } from "../files/disk.ts";
import { lstatIfThere } from "../files/if_there.ts";
import type { SessionFolder } from "./folder.ts";

/**
 * Renames a damaged file to `<id>.damaged-<time>`, with `.jsonl` behind it for a history. It stays in
 * the session's family, and goes when that goes.
 *
 * @param folder The folder.
 * @param id The session. Its lock is held by the caller.
 * @param kind The damaged file.
 * @param now The time for the name; one that is taken is counted on.
 * @param disk Where.
 * @returns The new name.
 * @throws What the disk refused.
 */
export async function keepDamaged(
  folder: SessionFolder,
  id: string,
  kind: "json" | "history",
  now: Date,
  disk: Disk,
): Promise<string> {
  const name = await damagedCopyName(folder, id, kind, now, disk);
  await disk.rename(folder.file(id, kind), folder.at(name));
  await disk.syncFolder(folder.path);
  return name;
}

/**
 * A name for what is damaged that nothing has yet.
 *
 * @param folder The folder.
 * @param id The session. Its lock is held by the caller.
 * @param kind The damaged file.
 * @param now The time for the name.
 * @param disk Where.
 * @returns The name.
 */
export function damagedCopyName(
  folder: SessionFolder,
  id: string,
  kind: "json" | "history",
  now: Date,
  disk: Disk,
): Promise<string> {
  return freeName(folder, damagedName(id, kind, now), disk);
}

function damagedName(id: string, kind: "json" | "history", now: Date): (count: number) => string {
  const time = now.toISOString().replace(/[-:]/g, "").slice(0, 15).replace("T", "-");
  const end = kind === "history" ? ".jsonl" : "";
  return (count) => `${id}.damaged-${time}${count === 1 ? "" : `-${count}`}${end}`;
}

async function freeName(
  folder: SessionFolder,
  nameOf: (count: number) => string,
  disk: Disk,
): Promise<string> {
  let count = 1;
  while (await lstatIfThere(disk, folder.at(nameOf(count))) !== null) count++;
  return nameOf(count);
}
