import { assert, assertEquals, assertRejects } from "@std/assert";
import { ArchitectError } from "../src/errors.ts";
import {
  type CommandName,
  dropFor,
  dropForRun,
  type Permissions,
  RIGHTS,
  typed,
} from "../src/permissions.ts";
import { SPANISH } from "../src/spanish.ts";

/** Grants as Deno keeps them: a right as a whole, or paths of it. */
class Grants implements Permissions {
  readonly granted: Set<string>;

  constructor(granted: readonly string[]) {
    this.granted = new Set(granted);
  }

  query(descriptor: Deno.PermissionDescriptor): Promise<{ state: Deno.PermissionState }> {
    const keys = [descriptor.name, nameOf(descriptor)];
    const state = keys.some((key) => this.granted.has(key)) ? "granted" : "prompt";
    return Promise.resolve({ state });
  }

  revoke(descriptor: Deno.PermissionDescriptor): Promise<void> {
    const key = nameOf(descriptor);
    // Without a path all paths of it go; a path of a right that was given whole does not.
    for (const grant of this.granted) {
      if (grant === key || grant.startsWith(`${key}=`)) this.granted.delete(grant);
    }
    return Promise.resolve();
  }
}

function nameOf(descriptor: Deno.PermissionDescriptor): string {
  const { name, ...details } = descriptor as {
    readonly name: string;
    readonly [key: string]: string;
  };
  const [detail] = Object.values(details);
  return detail === undefined ? name : `${name}=${detail}`;
}

const READ = ["read=.", "read=.architect"];
const WRITE = ["write=.", "write=.architect"];
const BASE = [...READ, ...WRITE, "env", "net", "run", "sys=hostname"];

/** Grants that the query for the whole right does not show. */
const SCOPED = ["net=127.0.0.1", "net=api.openai.com:443", "env=ARCHITECT_API_KEY"];

const LEFT: Readonly<Record<CommandName, readonly string[]>> = {
  help: [],
  completions: [],
  "completions complete": ["read=.architect"],
  permissions: [],
  schema: [],
  sessions: ["read=.architect"],
  "sessions show": ["read=.", "read=.architect"],
  "sessions stats": ["read=.architect"],
  "sessions export": ["read=.architect"],
  "sessions import": ["read=.", "read=.architect", "write=.architect"],
  "sessions fork": ["read=.", "read=.architect", "write=.architect"],
  "sessions delete": ["read=.architect", "write=.architect"],
  "sessions verify": ["read=.architect"],
  "sessions repair": ["read=.architect", "write=.architect"],
  cleanup: ["read=.architect", "write=.architect"],
  run: [...READ, ...WRITE, "net", "run", "sys=hostname"],
  resume: [...READ, ...WRITE, "net", "run", "sys=hostname"],
};

Deno.test("dropFor() leaves each command its row and nothing more", async (t) => {
  for (const command of Object.keys(RIGHTS) as CommandName[]) {
    await t.step(command, async () => {
      const grants = new Grants(BASE);
      await dropFor(command, grants);
      assertEquals([...grants.granted], LEFT[command]);
    });
  }
});

Deno.test("dropFor() fails closed where a right cannot be dropped", async (t) => {
  const cases: readonly (readonly [CommandName, string, string])[] = [
    ["sessions", "read", "--allow-read"],
    ["sessions", "read=..", "--allow-read=.."],
    ["run", "read", "--allow-read"],
    ["run", "write", "--allow-write"],
    ["run", "sys", "--allow-sys"],
  ];
  for (const [command, extra, flag] of cases) {
    await t.step(`${command} with ${extra}`, async () => {
      const error = await assertRejects(
        () => dropFor(command, new Grants([...BASE, extra])),
        ArchitectError,
      );
      assertEquals([error.code, error.exitCode], ["no_permission", 3]);
      assert(error.message.endsWith(`it would have more rights than it needs, ${flag}`));
    });
  }
});

Deno.test("dropFor() fails closed when revoking does nothing", async (t) => {
  for (const right of [...BASE, "ffi", "import", "import=jsr.io:443", ...SCOPED]) {
    await t.step(right, async () => {
      const grants = new Grants([right]);
      grants.revoke = () => Promise.resolve();
      const error = await assertRejects(() => dropFor("help", grants), ArchitectError);
      assert(error.message.endsWith(`more rights than it needs, --allow-${right}`), error.message);
    });
  }
});

Deno.test("dropFor() names the flag of a right that is missing", async (t) => {
  const cases: readonly (readonly [CommandName, string])[] = [
    ["sessions", "read=.architect"],
    ["sessions show", "read=."],
    ["cleanup", "write=.architect"],
    ["sessions repair", "write=.architect"],
    ["run", "read=."],
    ["run", "sys=hostname"],
    ["resume", "write=.architect"],
  ];
  for (const [command, missing] of cases) {
    await t.step(`${command} without ${missing}`, async () => {
      const error = await assertRejects(
        () => dropFor(command, new Grants(BASE.filter((grant) => grant !== missing))),
        ArchitectError,
      );
      assertEquals(
        error.message,
        `Cannot start architect ${typed(command)}: --allow-${missing} is missing`,
      );
      // The line says all: there is nothing to suggest beside it.
      assertEquals([error.exitCode, error.suggestion], [3, null]);
    });
  }
});

Deno.test("dropFor() tells what is missing, or too much, in Spanish too", async (t) => {
  const left = new Grants(["run"]);
  left.revoke = () => Promise.resolve();
  const cases: readonly (readonly [string, () => Promise<void>, string])[] = [
    [
      "one",
      () => dropFor("sessions", new Grants([])),
      "No se puede iniciar architect sessions: falta --allow-read=.architect",
    ],
    [
      "many",
      () => dropForRun({ readOnly: false, commands: true }, new Grants(BASE.slice(0, 2))),
      "No se puede iniciar esta ejecución: faltan ",
    ],
    [
      "too much",
      () => dropFor("help", left),
      "No se puede iniciar architect --help: tendría más permisos de los que necesita, --allow-run",
    ],
  ];
  for (const [name, drop, message] of cases) {
    await t.step(name, async () => {
      const error = await assertRejects(drop, ArchitectError);
      assert(error.text.in(SPANISH).startsWith(message), error.text.in(SPANISH));
    });
  }
});

Deno.test("dropFor() names all flags that are missing in one line", async () => {
  const error = await assertRejects(() => dropFor("cleanup", new Grants([])), ArchitectError);
  assertEquals(
    error.message,
    "Cannot start architect cleanup: --allow-read=.architect --allow-write=.architect are missing",
  );
});

Deno.test("dropFor() lets a run start with what every run needs", async () => {
  const least = [...READ, "sys=hostname"];
  const grants = new Grants(least);
  await dropFor("run", grants);
  assertEquals([...grants.granted], least);
  // Only a session that goes on is written to before it is known what the run does.
  await dropFor("resume", new Grants([...least, "write=.architect"]));
});

Deno.test("dropForRun() names what this very run lacks", async (t) => {
  const least = [...READ, "write=.architect", "net", "sys=hostname"];
  const cases: readonly (readonly [boolean, readonly string[], string])[] = [
    [false, least, "--allow-write=. is"],
    [true, [...least, "write=."], "--allow-run is"],
    [true, least, "--allow-write=. --allow-run are"],
  ];
  for (const [commands, granted, flags] of cases) {
    await t.step(flags, async () => {
      const grants = new Grants(granted);
      const error = await assertRejects(
        () => dropForRun({ readOnly: false, commands }, grants),
        ArchitectError,
      );
      assertEquals(error.message, `Cannot start this run: ${flags} missing`);
    });
  }
});

Deno.test("dropForRun() keeps what the agent and the settings need", async (t) => {
  const cases: readonly (readonly [boolean, boolean, readonly string[]])[] = [
    [false, true, [...READ, ...WRITE, "net", "run", "sys=hostname"]],
    [false, false, [...READ, ...WRITE, "net", "sys=hostname"]],
    [true, false, [...READ, "write=.architect", "net", "sys=hostname"]],
    [true, true, [...READ, "write=.architect", "net", "sys=hostname"]],
  ];
  for (const [readOnly, commands, left] of cases) {
    await t.step(`readOnly ${readOnly}, commands ${commands}`, async () => {
      const grants = new Grants(BASE);
      await dropFor("run", grants);
      await dropForRun({ readOnly, commands }, grants);
      assertEquals([...grants.granted], left);
    });
  }
});
