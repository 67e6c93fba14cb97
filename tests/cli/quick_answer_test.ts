import { assertEquals } from "@std/assert";
import { HELP_TEXTS } from "../../src/cli/help_texts.ts";
import { VERSION } from "../../src/version.ts";
import { architect } from "../support/architect.ts";
import { withWorkspace } from "../support/workspace.ts";

Deno.test("quickAnswer() answers what it knows, and leaves the rest to the program", async (t) => {
  const cases: readonly (readonly [readonly string[], number, string])[] = [
    [["--version"], 0, `architect ${VERSION}\n`],
    [["-V"], 0, `architect ${VERSION}\n`],
    [["--help"], 0, HELP_TEXTS[""]!],
    [["sessions", "show", "-h"], 0, HELP_TEXTS["sessions show"]!],
    [["constructor", "--help"], 3, ""],
    [["--version", "x"], 3, ""],
    [["run", "--", "--help", "--no-session"], 3, ""],
  ];
  await withWorkspace(async (cwd) => {
    for (const [args, code, stdout] of cases) {
      await t.step(args.join(" "), async () => {
        const result = await architect(args, { cwd });
        assertEquals([result.code, result.stdout], [code, stdout]);
      });
    }
  });
});
