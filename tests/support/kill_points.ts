/**
 * A run, and what kill -9 would have left on disk before each call that changes something there.
 *
 * The run is a real one of this process: real tools, real saves. What a process leaves that is
 * killed between two calls is what the calls before have made, so one run shows it for every call:
 * before each, the whole folder is copied. A long write can be killed half-way, and is copied so too.
 */

import { copy } from "@std/fs/copy";
import { basename, join, relative } from "@std/path";
import { type Disk, type DiskFile, realDisk } from "../../src/files/disk.ts";
import type { Provider } from "../../src/llm/provider.ts";
import { startTask } from "./task_run.ts";

/** One call, and what was there before it. */
export interface KillPoint {
  /** Such as `31: before rename of .20260223-143022-a1b2c3.json.tmp`. */
  readonly name: string;
  /** A copy of the workspace. */
  readonly workspace: string;
  /** Answers that the model had given. */
  readonly answers: number;
}

/** What is run. */
export interface RunToKill {
  /** A folder that is empty but for the files of the task. */
  readonly workspace: string;
  /** Where the copies go. */
  readonly copies: string;
  readonly task: string;
  readonly model: string;
  readonly provider: Provider;
  /** How much of a write is there that was cut off: from 0 to 1. */
  readonly tornAt: number;
}

/**
 * Runs to the end.
 *
 * @param run What to run.
 * @returns Every point that leaves something else than the one before.
 */
export async function killPoints(run: RunToKill): Promise<KillPoint[]> {
  const { workspace, copies, provider, tornAt } = run;
  const points: KillPoint[] = [];
  let answers = 0;
  const snapshot = async (moment: string) => {
    const target = join(copies, String(points.length));
    await copy(workspace, target);
    points.push({ name: `${points.length}: ${moment}`, workspace: target, answers });
    return target;
  };

  let changed = true;
  const before = async (call: string, path: string) => {
    if (changed) await snapshot(`before ${call} of ${basename(path)}`);
    changed = true;
  };
  const torn = async (path: string, length: number) => {
    const cut = length - Math.floor(length * tornAt);
    const target = await snapshot(`in write of ${basename(path)}`);
    const file = join(target, relative(workspace, path));
    await Deno.truncate(file, (await Deno.stat(file)).size - cut);
  };

  const real = { ...realDisk };
  // The tools and the sessions write through this one object, and nothing else does.
  Object.assign(realDisk, watched(real, workspace, before, torn));
  try {
    const counted: Provider = {
      model: provider.model,
      contextTokens: provider.contextTokens,
      priceKnown: provider.priceKnown,
      complete: async (request) => {
        const answer = await provider.complete(request);
        answers++;
        return answer;
      },
    };
    await using started = await startTask({ ...run, provider: counted, disk: realDisk });
    while (!(await started.events.next()).done);
  } finally {
    Object.assign(realDisk, real);
  }
  await snapshot("at the end");
  return points;
}

function watched(
  real: Disk,
  workspace: string,
  before: (call: string, path: string) => Promise<void>,
  torn: (path: string, length: number) => Promise<void>,
): Partial<Disk> {
  return {
    async open(path, options) {
      const makes = options.create === true || options.createNew === true;
      if (makes && !await exists(real, path)) await before("open", path);
      const file = await real.open(path, options);
      // A long lock file tells nobody anything.
      return makes && path.startsWith(workspace) && !path.endsWith(".lock")
        ? watchedFile(file, path, before, torn)
        : file;
    },
    async rename(from, to) {
      await before("rename", from);
      await real.rename(from, to);
    },
    async remove(path) {
      if (await exists(real, path)) await before("remove", path);
      await real.remove(path);
    },
  };
}

function watchedFile(
  file: DiskFile,
  path: string,
  before: (call: string, path: string) => Promise<void>,
  torn: (path: string, length: number) => Promise<void>,
): DiskFile {
  return {
    async write(data) {
      await before("write", path);
      const count = await file.write(data);
      // Half of a new state is as good as none of it, and is looked at before the write.
      if (!path.endsWith(".json.tmp")) await torn(path, count);
      return count;
    },
    read: (buffer) => file.read(buffer),
    sync: () => file.sync(),
    stat: () => file.stat(),
    async truncate(length) {
      await before("truncate", path);
      await file.truncate(length);
    },
    tryLock: (exclusive) => file.tryLock(exclusive),
    close: () => file.close(),
  };
}

async function exists(disk: Disk, path: string): Promise<boolean> {
  try {
    await disk.lstat(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
