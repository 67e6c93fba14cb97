import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { VERSION } from "../src/version.ts";
import { architect, BASE_PERMISSIONS, binaryPath } from "./support/architect.ts";
import { saveSession, withWorkspace } from "./support/workspace.ts";

Deno.test("main prints the version and nothing else", async () => {
  await withWorkspace(async (cwd) => {
    const { code, stdout, stderr } = await architect(["--version"], { cwd });
    assertEquals([code, stdout, stderr], [0, `architect ${VERSION}\n`, ""]);
  });
});

Deno.test("main needs no folder that can be read for help", async () => {
  await withWorkspace(async (cwd) => {
    const { code, stdout } = await architect(["run", "--help"], { cwd, permissions: [] });
    assertEquals(code, 0);
    assertStringIncludes(stdout, "Usage:   architect run <prompt>");
  });
});

Deno.test("main puts a usage error and the help for it on stderr, exit 3", async () => {
  await withWorkspace(async (cwd) => {
    const { code, stdout, stderr } = await architect(["run", "x", "--budget", "soon"], { cwd });
    assertEquals([code, stdout], [3, ""]);
    assertStringIncludes(stderr, "Usage:   architect run <prompt>");
    assertStringIncludes(stderr, 'error: Cannot use --budget "soon": an amount of USD');
    assertEquals(stderr.includes("\x1b"), false);
  });
});

Deno.test("main tells of a wrong command line in Spanish, and in JSON as ever", async () => {
  await withWorkspace(async (cwd) => {
    const args = ["run", "x", "--budget", "soon"];
    const { code, stderr } = await architect(["--lang", "es", ...args], { cwd });
    assertEquals(code, 3);
    assertStringIncludes(stderr, "\nUso:     architect run <prompt>");
    assertStringIncludes(stderr, 'error: No se puede usar --budget "soon": se espera una cantidad');
    assertStringIncludes(stderr, "\nEjecute `architect run --help` para ver lo que admite.\n");
    const [english, spanish] = await Promise.all(
      ["en", "es"].map((language) => architect([...args, "--json", "--lang", language], { cwd })),
    );
    assertStringIncludes(spanish!.stderr, "error: No se puede usar --budget");
    assertEquals(spanish!.stdout, english!.stdout);
  });
});

Deno.test({
  name: "main starts where a variable that it looks into is not Unicode",
  ignore: Deno.build.os === "windows",
  fn: async (t) => {
    for (const args of [["sessions"], ["--help"]]) {
      for (const name of ["LANG", "ARCHITECT_LANGUAGE"]) {
        await t.step(`${args[0]}, ${name}`, () =>
          withWorkspace(async (cwd) => {
            const through = ["sh", "-c", `export ${name}="$(printf '\\377')"; exec "$@"`, "sh"];
            const { code, stderr } = await architect(args, { cwd, through });
            assertEquals([code, stderr.includes("rror:")], [0, false], stderr);
          }));
      }
    }
  },
});

Deno.test("main takes a key out of what it says in Spanish too", async () => {
  await withWorkspace(async (cwd) => {
    const key = `ghp_${"a1B2".repeat(9)}`;
    const { stderr } = await architect(["--lang", "es", "run", `a\x1b[2J`, "b", key], { cwd });
    assertStringIncludes(stderr, "error: Demasiados argumentos: b [redacted:");
    const wrong = await architect(["--lang", "es", "sessions", "a\x1b[2J"], { cwd });
    assertStringIncludes(wrong.stderr, 'error: Comando desconocido "a\\x1b[2J". ¿Quería decir ');
  });
});

Deno.test("main gives exactly one JSON document for every failure under --json", async (t) => {
  await withWorkspace(async (cwd) => {
    const id = "20260223-143022-a1b2c3";
    await Deno.mkdir(join(cwd, ".architect", "sessions"), { recursive: true });
    await Deno.writeTextFile(join(cwd, ".architect", "sessions", `${id}.json`), "");
    const cases: readonly (readonly [readonly string[], number, string, string | null])[] = [
      [["run", "x", "--json", "--timeout", "0"], 3, "usage", null],
      [["run", "--json"], 3, "usage", null],
      [["sessions", "--json", "--nope"], 3, "usage", null],
      [["sessions", "show", "20250101", "--json"], 3, "session_not_found", null],
      [["sessions", "show", id, "--json"], 6, "session_corrupt", id],
      [["cleanup", "--json", "--older-than", "-1"], 3, "usage", null],
    ];
    for (const [args, exit, code, sessionId] of cases) {
      await t.step(args.join(" "), async () => {
        const result = await architect(args, { cwd });
        assertEquals(result.code, exit);
        const { error, ...rest } = result.json();
        assertEquals(rest, { session_id: sessionId, status: "failed" });
        assertEquals(error.code, code);
        assertEquals(Object.keys(error), ["code", "message", "suggestion"]);
      });
    }
  });
});

Deno.test("main does not take --json after -- for a flag", async () => {
  await withWorkspace(async (cwd) => {
    const { code, stdout } = await architect(["sessions", "show", "--", "--json"], { cwd });
    assertEquals([code, stdout], [3, ""]);
  });
});

Deno.test({
  name: "main names the flag of a permission that is missing",
  ignore: binaryPath() !== null,
  fn: async (t) => {
    await withWorkspace(async (cwd) => {
      for (const flag of ["--allow-read", "--allow-write"]) {
        await t.step(flag, async () => {
          const permissions = BASE_PERMISSIONS.filter((given) => !given.startsWith(flag));
          const { code, stderr } = await architect(["cleanup"], { cwd, permissions });
          assertEquals(code, 3);
          assertMatch(stderr.split("\n")[0]!, new RegExp(`^error: .*${flag}`));
        });
      }
    });
  },
});

Deno.test({
  name: "main fails closed when it was given more than it can drop",
  ignore: binaryPath() !== null,
  fn: async () => {
    await withWorkspace(async (cwd) => {
      const { code, stderr } = await architect(["sessions"], { cwd, permissions: ["-A"] });
      assertEquals(code, 3);
      assertStringIncludes(stderr, "more rights than it needs, --allow-read");
    });
  },
});

Deno.test("main escapes control characters of what was given", async () => {
  await withWorkspace(async (cwd) => {
    const { stderr } = await architect(["sessions", "show", "a\x1b[2Jb"], { cwd });
    assertEquals(stderr.includes("\x1b"), false);
  });
});

Deno.test("main shows no key that stands in a wrong command line", async () => {
  await withWorkspace(async (cwd) => {
    const key = `ghp_${"a1B2".repeat(9)}`;
    const { stdout, stderr } = await architect(["sessions", "show", key, "--json"], { cwd });
    assertEquals([stdout, stderr].map((text) => text.includes(key)), [false, false]);
    assertStringIncludes(stdout, "[redacted:");
  });
});

Deno.test("main writes all of a large result to a slow reader", async () => {
  await withWorkspace(async (cwd) => {
    const task = "añade ".repeat(50_000);
    for (let i = 0; i < 3; i++) await saveSession(cwd, { task });
    const result = await architect(["sessions", "--json"], { cwd, slowReaderMs: 5 });
    assertEquals(result.code, 0);
    assertEquals(result.json().length, 3);
    assertEquals(result.json()[0].task, task);
  });
});

Deno.test("main ends quietly when nobody reads its stdout", async () => {
  await withWorkspace(async (cwd) => {
    for (let i = 0; i < 3; i++) await saveSession(cwd, { task: "x".repeat(200_000) });
    const { code, stderr } = await architect(["sessions"], { cwd, closeStdout: true });
    assertEquals([code, stderr], [0, ""]);
  });
});

Deno.test("main prints a completion script for each shell", async (t) => {
  await withWorkspace(async (cwd) => {
    for (const shell of ["bash", "zsh", "fish"]) {
      await t.step(shell, async () => {
        const { code, stdout } = await architect(["completions", shell], { cwd });
        assertEquals(code, 0);
        assertMatch(stdout, new RegExp(`^#[^]* architect for ${shell}`));
        assertStringIncludes(stdout, `architect completions complete ${shell} `);
      });
    }
  });
});
