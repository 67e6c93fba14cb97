/** What the tests of the running program share. */

import { assertEquals } from "@std/assert";
import { architect, type ArchitectOptions, type ArchitectResult } from "../support/architect.ts";
import { answer, type ChatServer, type ScriptedAnswer } from "../support/chat_server.ts";
import { withWorkspace } from "../support/workspace.ts";

/** The answer that ends a run. */
export const DONE = answer({ content: "All done." });

/** An answer that asks for one file to be written. */
export function writes(path: string, content = "written\n", more: ScriptedAnswer = {}) {
  const args = { path, content, mode: "overwrite" };
  return answer({ ...more, calls: [{ id: `call_${path}`, name: "write_file", args }] });
}

/** Flags for a model of a scripted server: it costs nothing, and nobody is asked. */
export function model(server: ChatServer, name = "local"): string[] {
  return ["--model", name, "--api-base", server.baseUrl, "--mode", "yolo"];
}

/** A config under which a failed call is given up at once; name it with `-c`. */
export async function writeConfig(workspace: string, yaml: string): Promise<string[]> {
  await Deno.writeTextFile(`${workspace}/test.yaml`, yaml);
  return ["-c", "test.yaml"];
}

/** Runs architect in a workspace of its own. */
export type Run = (
  args: readonly string[],
  options?: Omit<ArchitectOptions, "cwd">,
) => Promise<ArchitectResult>;

/** Calls a test with a new folder and what runs architect in it. */
export async function inWorkspace(
  test: (run: Run, workspace: string) => Promise<void>,
): Promise<void> {
  await withWorkspace((cwd) =>
    test((args, options = {}) => architect(args, { cwd, ...options }), cwd)
  );
}

/** The file of the one session of a workspace, as JSON. */
// deno-lint-ignore no-explicit-any
export async function onlySession(workspace: string): Promise<any> {
  return JSON.parse(await onlySessionText(workspace));
}

/** The file of the one session of a workspace. */
export async function onlySessionText(workspace: string): Promise<string> {
  const files = await sessionFiles(workspace);
  assertEquals(files.length, 1, `sessions: ${files.join(", ")}`);
  return await Deno.readTextFile(`${workspace}/.architect/sessions/${files[0]}`);
}

/** Names of the state files of a workspace, sorted; none when nothing was ever saved. */
export async function sessionFiles(workspace: string): Promise<string[]> {
  const files: string[] = [];
  try {
    for await (const { name } of Deno.readDir(`${workspace}/.architect/sessions`)) {
      if (name.endsWith(".json")) files.push(name);
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return files.sort();
}

/**
 * The words of a command that architect told, quotes taken off, without the program's name.
 *
 * @param text What holds it.
 */
export function toldCommand(text: string): string[] {
  const line = /architect (resume .*)$/m.exec(text)?.[1];
  if (line === undefined) throw new Error(`No command is told in:\n${text}`);
  const words = line.match(/(?:[^\s']|'(?:[^']|'\\'')*')+/g) ?? [];
  return words.map((word) =>
    word.replaceAll(`'\\''`, "\0").replaceAll("'", "").replaceAll("\0", "'")
  );
}
