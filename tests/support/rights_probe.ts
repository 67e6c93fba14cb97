/**
 * A program that drops rights as architect does for a command, tries each right, and prints what came
 * of it. Run from source or compiled with the rights of a build; its own folder is the workspace.
 *
 *     rights_probe COMMAND [RUN] PORT     RUN: the second drop, as the JSON that dropForRun() takes
 */

import { type CommandName, dropFor, dropForRun } from "../../src/permissions.ts";

/** What came of an attempt: `done`, `refused` by the runtime, or what else went wrong. */
export type Outcome = string;

const [command = "", second = "", port = ""] = Deno.args;
const other = Deno.build.os === "windows" ? ["cmd", "/c", "exit"] : ["/bin/sh", "-c", ":"];

const ATTEMPTS: Readonly<Record<string, () => unknown>> = {
  "read a file of the workspace": () => Deno.readTextFile("notes.txt"),
  "list the workspace": () => Array.fromAsync(Deno.readDir(".")),
  "write a file of the workspace": () => Deno.writeTextFile("written.txt", ""),
  "remove a file of the workspace": () => Deno.remove("to_remove.txt"),
  "read a file of .architect": () => Deno.readTextFile(".architect/notes.txt"),
  "write a file of .architect": () => Deno.writeTextFile(".architect/written.txt", ""),
  "lock a file of .architect": async () => {
    using file = await Deno.open(".architect/lock", { write: true, create: true });
    await file.lock(true);
  },
  "read a file outside": () => Deno.readTextFile("../outside.txt"),
  "write a file outside": () => Deno.writeTextFile("../written.txt", ""),
  "read a file of the system": () => Deno.stat(Deno.build.os === "windows" ? "C:\\" : "/etc"),
  "make a link outwards": () => Deno.symlink("../outside.txt", "link.txt"),
  "connect to this machine": async () => {
    using _connection = await Deno.connect({ hostname: "127.0.0.1", port: Number(port) });
  },
  "fetch from this machine": async () => {
    await (await fetch(`http://127.0.0.1:${port}/`)).body?.cancel();
  },
  "connect elsewhere": async () => {
    using _connection = await Deno.connect({ hostname: "127.0.0.2", port: Number(port) });
  },
  "listen": () => {
    using _listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  },
  "run another program": () => new Deno.Command(other[0]!, { args: other.slice(1) }).output(),
  // To itself it always may.
  "signal a process": () => Deno.kill(Deno.ppid, "SIGCONT"),
  "read a variable": () => Deno.env.get("ARCHITECT_MODEL"),
  "read all variables": () => Deno.env.toObject(),
  "set a variable": () => Deno.env.set("ARCHITECT_MODEL", "x"),
  "ask the host's name": () => Deno.hostname(),
  "ask the version of the system": () => Deno.osRelease(),
  "ask for the network's addresses": () => Deno.networkInterfaces(),
  "load native code": () => Deno.dlopen("./native.so", {}),
  // Not by a name that can be read in the source: it would be loaded before anything is dropped.
  "load code from elsewhere": () => import(`http://127.0.0.1:${port}/code.js`),
  ...Object.fromEntries(
    (["read", "write", "net", "run", "env", "sys", "ffi", "import"] as const).map((name) => [
      `ask for all of ${name}`,
      async () => {
        if ((await Deno.permissions.request({ name })).state !== "granted") {
          throw new Deno.errors.NotCapable("not granted");
        }
      },
    ]),
  ),
};

await dropFor(command as CommandName);
if (second !== "") await dropForRun(JSON.parse(second));

const outcomes: Record<string, Outcome> = {};
for (const [name, attempt] of Object.entries(ATTEMPTS)) {
  try {
    await attempt();
    outcomes[name] = "done";
  } catch (error) {
    const refused = error instanceof Deno.errors.NotCapable;
    outcomes[name] = refused ? "refused" : String(error);
  }
}
console.log(JSON.stringify(outcomes));
