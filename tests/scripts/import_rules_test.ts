import { assertEquals } from "@std/assert";
import { checkImports } from "../../scripts/import_rules.ts";

Deno.test("checkImports() lets imports go down", async (t) => {
  const cases: Record<string, string> = {
    "main.ts": 'import { command } from "./cli.ts";',
    "cli.ts": 'await import("./commands/run.ts");',
    "commands/run.ts":
      'import { compose } from "../app.ts";\nimport { table } from "../ui/table.ts";',
    "app.ts": 'import { openai } from "./llm/openai.ts";',
    "agent/loop.ts": 'import { load } from "../session/mod.ts";\nimport "../tools/fs.ts";',
    "session/state.ts": 'import type { Message } from "../llm/provider.ts";',
    "tools/fs.ts": 'import { type Message, type Role } from "../llm/provider.ts";',
    "files/disk.ts": 'import { ArchitectError } from "../errors.ts";',
    "agent/loop.ts, the error of a contract": 'import { ProviderError } from "../llm/provider.ts";',
    "secrets.ts": 'import { SHAPES } from "./secret_shapes.ts";',
    "ui/table.ts": 'import type { Summary } from "../session/mod.ts";',
    "llm/replay.ts": 'import { redact } from "../secrets.ts";\nimport { join } from "@std/path";',
    "version.ts": 'import config from "../deno.json" with { type: "json" };',
  };
  for (const [name, source] of Object.entries(cases)) {
    const file = name.split(",")[0] ?? name;
    await t.step(name, () => assertEquals(checkImports({ [file]: source }), []));
  }
});

Deno.test("checkImports() names each import that goes up or across", async (t) => {
  const cases: [file: string, source: string, problem: string][] = [
    ["session/a.ts", 'import "../tools/fs.ts";', "session must not import tools (tools/fs.ts)"],
    ["tools/a.ts", 'import "../session/mod.ts";', "tools must not import session (session/mod.ts)"],
    ["files/a.ts", 'export * from "../llm/b.ts";', "files must not import llm (llm/b.ts)"],
    ["errors.ts", 'import "./secrets.ts";', "errors must not import secrets (secrets.ts)"],
    ["secrets.ts", 'import "./errors.ts";', "secrets must not import errors (errors.ts)"],
    [
      "agent/a.ts",
      'import { type A, b } from "../llm/c.ts";',
      "agent must not import more than types of llm (llm/c.ts)",
    ],
    [
      "session/a.ts",
      'await import("../llm/c.ts");',
      "session must not import more than types of llm (llm/c.ts)",
    ],
    [
      "ui/a.ts",
      'import "../commands/run.ts";',
      "ui must not import more than types of commands (commands/run.ts)",
    ],
    ["agent/a.ts", 'import type { A } from "../app.ts";', "agent must not import app (app.ts)"],
    ["commands/a.ts", 'import "../cli.ts";', "commands must not import cli (cli.ts)"],
    ["llm/a.ts", 'import "../../scripts/b.ts";', "../../scripts/b.ts is outside src/"],
    ["other/a.ts", "", "other is no layer: give it a rule first"],
  ];
  for (const [file, source, problem] of cases) {
    await t.step(problem, () => {
      assertEquals(checkImports({ [file]: source }), [{ file, line: 1, problem }]);
    });
  }
});

Deno.test("checkImports() tells the line, also of an import over several", () => {
  const source = `// a comment

import {
  a,
  b,
} from "../app.ts";
const x = 1;
await import("../main.ts");
`;
  const found = checkImports({ "tools/a.ts": source });
  assertEquals(found.map(({ line }) => line), [3, 8]);
});

Deno.test("checkImports() reads no import in a comment or after other text", () => {
  const source = `/**
 * \`\`\`ts
 * import { a } from "../app.ts";
 * \`\`\`
 */
// import "../app.ts";
const text = 'import "../app.ts"';
export const CONTINUE = "Go on from ../app.ts";
`;
  assertEquals(checkImports({ "tools/a.ts": source }), []);
});
