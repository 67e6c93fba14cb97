/** What must hold after a run was killed, however it was. */

import { assert, assertEquals } from "@std/assert";
import { architect } from "./architect.ts";
import { type Ending, REPLAY, sessionFiles, storedEnding, TASK } from "./stop_and_go.ts";

/** What is known of a run that was killed. */
export interface Killed {
  /** What an undisturbed run leaves. */
  readonly expected: Ending;
  /** Steps that must be on disk: all but that of the model call in flight. */
  readonly steps: number;
}

/**
 * Lets a run that was killed go on, and shows that nothing is lost: the list works, the state is
 * whole, no step is missing but that of the model call in flight, and it ends as one that was not
 * killed.
 *
 * @param workspace Where it was run.
 * @param killed What is known of it.
 */
export async function goOnAfterKill(workspace: string, killed: Killed): Promise<void> {
  const { expected, steps } = killed;
  const sessions = await listed(workspace);
  assert(sessions.length <= 1, `${sessions.length} sessions`);
  assert((sessions[0]?.steps ?? 0) >= steps, `${sessions[0]?.steps} steps, ${steps} are saved`);
  // Killed before its first save, it has printed no id, and nothing can be resumed.
  const args = sessions.length === 0 ? ["run", TASK, ...REPLAY] : ["resume", "last", ...YOLO];
  const { code, stderr } = await architect(args, { cwd: workspace });
  assertEquals(code, 0, stderr);
  assertEquals(await storedEnding(workspace), expected);
  const [session] = sessions;
  // A session that is done is not written again: its next cleanup takes what is left.
  if (session === undefined || session.status === "success") return;
  const names = await sessionFiles(workspace);
  assertEquals(names.filter((name) => name.endsWith(`${session.id}.json.tmp`)), []);
}

/**
 * Steps that a run has told of, which it does when they are saved.
 *
 * @param stderr What it has written there.
 * @returns The number of the last one; 0 for none.
 */
export function toldSteps(stderr: string): number {
  return Number([...stderr.matchAll(/^step (\d+) /gm)].at(-1)?.[1] ?? 0);
}

const YOLO = ["--mode", "yolo"];

interface Listed {
  readonly id: string;
  readonly status: string;
  readonly steps: number;
}

/** The sessions as the program lists them; each state must be whole. */
async function listed(workspace: string): Promise<Listed[]> {
  const list = await architect(["sessions", "--json"], { cwd: workspace });
  assertEquals(list.code, 0, list.stderr);
  for (const { id, status } of list.json()) {
    assert(["interrupted", "success"].includes(status), list.stdout);
    JSON.parse(await Deno.readTextFile(`${workspace}/.architect/sessions/${id}.json`));
  }
  return list.json();
}

/** After so many failures the rest of a list is left alone. */
const ENOUGH_FAILURES = 5;

/**
 * Does something for each of a list, several at once, and tells of the failures.
 *
 * @param list The list.
 * @param work What is done for one of them.
 */
export async function eachAtOnce<T extends { readonly name: string }>(
  list: Iterable<T>,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const rest = list[Symbol.iterator]();
  const failures: Error[] = [];
  const worker = async () => {
    for (let next = rest.next(); !next.done; next = rest.next()) {
      if (failures.length >= ENOUGH_FAILURES) return;
      try {
        await work(next.value);
      } catch (cause) {
        failures.push(new Error(next.value.name, { cause }));
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(4, navigator.hardwareConcurrency) }, worker));
  if (failures.length === 1) throw failures[0];
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} failed`);
}
