/** A task with every file tool in it, for tests that stop it and let it go on. */

import type { Answer } from "../../src/llm/provider.ts";
import { call, calls, text } from "./scripted_provider.ts";

/** The files that the task begins with. */
export const FILES: Readonly<Record<string, string>> = {
  "README.md": "# Sample\n\nA small project.\n",
  "src/greet.ts": 'export function greet(name: string): string {\n  return "hi " + name;\n}\n',
  "old.txt": "to be removed\n",
};

/** What the model answers, one step after another. Each costs a cent. */
export const ANSWERS: readonly Answer[] = [
  calls(call("c1", "list_files", { path: ".", recursive: true })),
  calls(
    call("c2", "read_file", { path: "README.md" }),
    call("c3", "read_file", { path: "src/greet.ts" }),
  ),
  calls(call("c4", "search_code", { pattern: "greet" })),
  calls(call("c5", "edit_file", { path: "src/greet.ts", old_str: '"hi "', new_str: '"hello "' })),
  calls(
    call("c6", "write_file", { path: "docs/guide.md", content: "# Guide\n", mode: "overwrite" }),
    call("c7", "write_file", { path: "docs/guide.md", content: "More.\n", mode: "append" }),
    call("c8", "read_file", { path: "docs/guide.md" }),
  ),
  calls(call("c9", "delete_file", { path: "old.txt" })),
  calls(call("c10", "edit_file", { path: "README.md", old_str: "not there", new_str: "x" })),
  calls(call("c11", "apply_patch", {
    path: "README.md",
    patch:
      "@@ -1,3 +1,4 @@\n # Sample\n \n-A small project.\n+A small, friendly project.\n+See docs/guide.md.\n",
  })),
  calls(call("c12", "grep", { text: "friendly" })),
  calls(
    call("c13", "write_file", {
      path: "src/greet_test.ts",
      content: "// tests\n",
      mode: "overwrite",
    }),
  ),
  calls(call("c14", "find_files", { pattern: "*.ts" })),
  text("All done.\n\n- greets with hello\n- documented"),
];

/** Puts the files into a folder. */
export async function writeFiles(workspace: string): Promise<void> {
  for (const [path, content] of Object.entries(FILES)) {
    await Deno.mkdir(`${workspace}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
    await Deno.writeTextFile(`${workspace}/${path}`, content);
  }
}
