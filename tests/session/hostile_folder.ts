/** A folder full of sessions that are damaged in ways that dice find. */

import type { GoodFiles } from "./good_files.ts";
import { Dice } from "./dice.ts";
import { mutate } from "./mutations.ts";
import { ID } from "./samples.ts";

/** The id of a session of such a folder, by its number from 0. */
export function idOf(number: number): string {
  return `20260101-000000-${number.toString(16).padStart(6, "0")}`;
}

/** The same file of another session. */
export function renamed(bytes: Uint8Array, id: string): Uint8Array {
  return new TextEncoder().encode(new TextDecoder().decode(bytes).replaceAll(ID, id));
}

/**
 * Puts sessions into a workspace; of each the state, the history or both are damaged, or one is gone.
 *
 * @param workspace The folder that holds `.architect`, or will.
 * @param files What the sessions are before they are damaged.
 * @param count How many sessions.
 * @param seed Repeats what was chosen.
 * @returns Their ids.
 */
export async function fillFolder(
  workspace: string,
  files: readonly GoodFiles[],
  count: number,
  seed: number,
): Promise<string[]> {
  const folder = `${workspace}/.architect/sessions`;
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  const dice = new Dice(seed);
  const ids = Array.from({ length: count }, (_, number) => idOf(number));
  for (const id of ids) {
    const { state, history } = dice.pick(files);
    const damage = dice.below(8);
    let stateBytes = renamed(state, id);
    if (damage < 4) stateBytes = mutate(stateBytes, dice).bytes;
    const hasState = damage !== 7 || history === null;
    if (hasState) await Deno.writeFile(`${folder}/${id}.json`, stateBytes);
    if (history === null) continue;
    let historyBytes = renamed(history, id);
    if (damage >= 2 && damage < 7) historyBytes = mutate(historyBytes, dice).bytes;
    if (damage !== 0 || !hasState) await Deno.writeFile(`${folder}/${id}.jsonl`, historyBytes);
  }
  return ids;
}
