/** A task that is stopped and let go on, and what must be the same however often it was. */

import { assertEquals } from "@std/assert";
import type { Message } from "../../src/llm/provider.ts";
import { architect } from "./architect.ts";
import { cassetteText } from "./cassette_text.ts";
import { ANSWERS, writeFiles } from "./file_task.ts";
import { readTree } from "./tree.ts";
import { withWorkspace } from "./workspace.ts";

/** The prompt. */
export const TASK = "make it friendly";
/** What the model answers. */
export const CASSETTE = cassetteText(ANSWERS);
/** Flags that play it. */
export const REPLAY = ["--model", "replay:answers.jsonl", "--mode", "yolo"];

/** What must be the same, however often a run was stopped. */
export interface Ending {
  readonly files: Record<string, string>;
  readonly messages: readonly Message[];
  readonly cost: number;
  readonly steps: number;
  readonly status: string;
  readonly modified: readonly string[];
}

/** Puts the files of the task, and the cassette, into a folder. */
export async function prepare(workspace: string): Promise<void> {
  await writeFiles(workspace);
  await Deno.writeTextFile(`${workspace}/answers.jsonl`, CASSETTE);
}

/** How the newest session of a folder ended. */
export async function ending(workspace: string): Promise<Ending> {
  const shown = await architect(["sessions", "show", "last", "--json"], { cwd: workspace });
  return await endingOf(workspace, shown.json());
}

// deno-lint-ignore no-explicit-any
async function endingOf(workspace: string, state: any): Promise<Ending> {
  return {
    files: await readTree(workspace),
    messages: state.messages.filter(({ role }: Message) => role !== "system"),
    cost: state.total_cost,
    steps: state.steps_completed,
    status: state.status,
    modified: state.files_modified,
  };
}

/** {@linkcode ending} of the only session, from its file: quicker where there are many folders. */
export async function storedEnding(workspace: string): Promise<Ending> {
  const states = (await sessionFiles(workspace)).filter((name) => name.endsWith(".json"));
  assertEquals(states.length, 1, states.join(", "));
  const path = `${workspace}/.architect/sessions/${states[0]}`;
  return await endingOf(workspace, JSON.parse(await Deno.readTextFile(path)));
}

/** The names in the folder of the sessions. */
export async function sessionFiles(workspace: string): Promise<string[]> {
  return await Array.fromAsync(
    Deno.readDir(`${workspace}/.architect/sessions`),
    ({ name }) => name,
  );
}

/** The run that is never stopped. */
export async function undisturbed(): Promise<Ending> {
  let result: Ending | undefined;
  await withWorkspace(async (workspace) => {
    await prepare(workspace);
    const run = await architect(["run", TASK, ...REPLAY, "--json"], { cwd: workspace });
    assertEquals(run.code, 0, run.stderr);
    result = await ending(workspace);
  });
  assertEquals(result?.steps, ANSWERS.length);
  return result!;
}
