/**
 * What each command may do, told a second time and not from the source: each attempt of the probe must
 * come out as the row says, whatever the program believes of itself.
 */

import { assertEquals } from "@std/assert";
import { exists } from "@std/fs/exists";
import { type CommandName, RIGHTS } from "../../src/permissions.ts";
import type { Outcome } from "./rights_probe.ts";

/** A command as the probe is told it. */
export interface ProbedRow {
  readonly command: CommandName;
  /** What is dropped a second time. */
  readonly run?: { readonly readOnly: boolean; readonly commands: boolean };
  /** Files of the workspace, files of `.architect`, and N(et), R(un), H(ost's name). */
  readonly keeps: readonly [workspace: "" | "r" | "rw", state: "" | "r" | "rw", rest: string];
}

/** The rows. */
export const ROWS: readonly ProbedRow[] = [
  { command: "help", keeps: ["", "", ""] },
  { command: "completions", keeps: ["", "", ""] },
  { command: "completions complete", keeps: ["", "r", ""] },
  { command: "permissions", keeps: ["", "", ""] },
  { command: "schema", keeps: ["", "", ""] },
  { command: "sessions", keeps: ["", "r", ""] },
  { command: "sessions show", keeps: ["r", "r", ""] },
  { command: "sessions stats", keeps: ["", "r", ""] },
  { command: "sessions export", keeps: ["", "r", ""] },
  { command: "sessions import", keeps: ["r", "rw", ""] },
  { command: "sessions fork", keeps: ["r", "rw", ""] },
  { command: "sessions verify", keeps: ["", "r", ""] },
  { command: "sessions repair", keeps: ["", "rw", ""] },
  { command: "sessions delete", keeps: ["", "rw", ""] },
  { command: "cleanup", keeps: ["", "rw", ""] },
  { command: "run", keeps: ["rw", "rw", "NRH"] },
  { command: "run", run: { readOnly: true, commands: false }, keeps: ["r", "rw", "NH"] },
  { command: "run", run: { readOnly: true, commands: true }, keeps: ["r", "rw", "NH"] },
  { command: "run", run: { readOnly: false, commands: false }, keeps: ["rw", "rw", "NH"] },
  { command: "run", run: { readOnly: false, commands: true }, keeps: ["rw", "rw", "NRH"] },
  { command: "resume", keeps: ["rw", "rw", "NRH"] },
  { command: "resume", run: { readOnly: true, commands: false }, keeps: ["r", "rw", "NH"] },
];

/** What the program that is probed was started with. */
export interface ProbedStart {
  /** Runs the probe in a folder and gives its stdout. */
  run(args: readonly string[], cwd: string): Promise<string>;
  /** Whether every host may be reached, else this machine only. */
  readonly anyHost: boolean;
  /** Whether other programs could be started at all. */
  readonly commands: boolean;
}

/** The rows that a program can come to: one without commands never keeps them. */
export function rowsOf(start: ProbedStart): readonly ProbedRow[] {
  const named = new Set(ROWS.map(({ command }) => command));
  const unnamed = Object.keys(RIGHTS).filter((command) => !named.has(command as CommandName));
  assertEquals(unnamed, [], "commands without a row in this table");
  return ROWS.filter(({ run }) => start.commands || !run?.commands || run.readOnly);
}

/**
 * Runs the probe for a row, and checks what it says and what it left behind.
 *
 * @param row The row.
 * @param start How it is started.
 */
export async function checkRow(row: ProbedRow, start: ProbedStart): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "architect_test_" });
  const workspace = `${folder}/workspace`;
  let requests = 0;
  // On every address, so that one that is not this machine's usual one is met.
  await using server = Deno.serve({ hostname: "0.0.0.0", port: 0, onListen: () => {} }, () => {
    requests++;
    return new Response("export {};", { headers: { "content-type": "text/javascript" } });
  });
  try {
    await Deno.mkdir(`${workspace}/.architect`, { recursive: true });
    for (const path of ["notes.txt", "to_remove.txt", ".architect/notes.txt", "../outside.txt"]) {
      await Deno.writeTextFile(`${workspace}/${path}`, "x");
    }
    const second = row.run === undefined ? "" : JSON.stringify(row.run);
    const stdout = await start.run([row.command, second, String(server.addr.port)], workspace);
    const outcomes: Record<string, Outcome> = JSON.parse(stdout);
    assertEquals(plain(outcomes), expected(row, start));
    const [inWorkspace] = row.keeps;
    assertEquals(await exists(`${workspace}/written.txt`), inWorkspace === "rw");
    assertEquals(await exists(`${workspace}/to_remove.txt`), inWorkspace !== "rw");
    assertEquals(await exists(`${workspace}/.architect/written.txt`), row.keeps[1] === "rw");
    assertEquals(await exists(`${folder}/written.txt`), false);
    assertEquals(requests, row.keeps[2].includes("N") ? 1 : 0);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/**
 * Code that is not loaded is a TypeError of the module loader, and a compiled program has no way to
 * load it at all: that nothing was asked for is counted.
 */
function plain(outcomes: Readonly<Record<string, Outcome>>): Record<string, Outcome> {
  const code = outcomes["load code from elsewhere"]!;
  const refused = /Requires import access|Module not found/.test(code);
  return { ...outcomes, "load code from elsewhere": refused ? "refused" : code };
}

function expected(row: ProbedRow, start: ProbedStart): Record<string, Outcome> {
  const [workspace, state, rest] = row.keeps;
  const may = (kept: boolean): Outcome => kept ? "done" : "refused";
  const net = rest.includes("N");
  const run = rest.includes("R") && start.commands;
  return {
    "read a file of the workspace": may(workspace !== ""),
    "list the workspace": may(workspace !== ""),
    "write a file of the workspace": may(workspace === "rw"),
    "remove a file of the workspace": may(workspace === "rw"),
    "read a file of .architect": may(state !== ""),
    "write a file of .architect": may(state === "rw"),
    "lock a file of .architect": may(state === "rw"),
    "read a file outside": "refused",
    "write a file outside": "refused",
    "read a file of the system": "refused",
    // Making one needs the right to all files.
    "make a link outwards": "refused",
    "connect to this machine": may(net),
    "fetch from this machine": may(net),
    "connect elsewhere": may(net && start.anyHost),
    "listen": may(net),
    "run another program": may(run),
    "signal a process": may(run),
    "read a variable": "refused",
    "read all variables": "refused",
    "set a variable": "refused",
    "ask the host's name": may(rest.includes("H")),
    "ask the version of the system": "refused",
    "ask for the network's addresses": "refused",
    "load native code": "refused",
    "load code from elsewhere": "refused",
    "ask for all of read": "refused",
    "ask for all of write": "refused",
    "ask for all of net": may(net && start.anyHost),
    "ask for all of run": may(run),
    "ask for all of env": "refused",
    "ask for all of sys": "refused",
    "ask for all of ffi": "refused",
    "ask for all of import": "refused",
  };
}
