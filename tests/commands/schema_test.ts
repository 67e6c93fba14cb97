import { assertEquals } from "@std/assert";
import { outputSchema } from "../../src/ui/output_schema.ts";
import { VERSION } from "../../src/version.ts";
import { architect } from "../support/architect.ts";
import { withWorkspace } from "../support/workspace.ts";

Deno.test("schema() prints the schema as one JSON document, in any folder", () =>
  withWorkspace(async (cwd) => {
    const { code, stdout, stderr } = await architect(["schema"], { cwd });
    assertEquals([code, stderr], [0, ""]);
    assertEquals(JSON.parse(stdout), outputSchema(VERSION));
    assertEquals([...Deno.readDirSync(cwd)], []);
  }));
