import { assertEquals, assertStringIncludes } from "@std/assert";
import { architect } from "../support/architect.ts";
import { withWorkspace } from "../support/workspace.ts";

const SPANISH = { ARCHITECT_LANGUAGE: "es" };

Deno.test("permissions speaks Spanish where the environment wishes it, and never in JSON", async () => {
  await withWorkspace(async (cwd) => {
    const run = (args: string[], env: Record<string, string>) =>
      architect(["permissions", ...args], { cwd, env });
    const { stdout } = await run(["resume"], SPANISH);
    assertStringIncludes(stdout, "run, resume: solo lectura      leer           leer/escribir");
    assertEquals((await run(["--json"], SPANISH)).stdout, (await run(["--json"], {})).stdout);
    const { code, stderr } = await run(["none"], SPANISH);
    assertEquals(code, 3);
    assertStringIncludes(
      stderr,
      'error: No se puede mostrar "none": no existe ese comando\nUno de: ',
    );
  });
});

Deno.test("permissions reads no config for its language", async () => {
  await withWorkspace(async (cwd) => {
    await Deno.mkdir(`${cwd}/.architect`);
    await Deno.writeTextFile(`${cwd}/.architect/config.yaml`, "language: es\n");
    const { stdout } = await architect(["permissions", "schema"], { cwd });
    assertStringIncludes(stdout, "Command  Workspace");
  });
});
