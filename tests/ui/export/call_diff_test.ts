import { assertEquals } from "@std/assert";
import { callDiff } from "../../../src/ui/export/call_diff.ts";

/** The diff as text: a sign and the line; null when there is none. */
function diff(name: string, args: unknown): string[] | null {
  const json = typeof args === "string" ? args : JSON.stringify(args);
  const sign = { added: "+", removed: "-", kept: " ", place: "" };
  return callDiff({ name, arguments: json })?.map(({ kind, text }) => sign[kind] + text) ?? null;
}

Deno.test("callDiff() shows what an edit replaces, with three lines around it", async (t) => {
  const cases: [string, string, string, string[]][] = [
    ["one line", "a", "b", ["-a", "+b"]],
    ["lines around", "a\nb\nc", "a\nB\nc", [" a", "-b", "+B", " c"]],
    ["many around", "1\n2\n3\n4\nx\n5\n6\n7\n8", "1\n2\n3\n4\ny\n5\n6\n7\n8", [
      " 2",
      " 3",
      " 4",
      "-x",
      "+y",
      " 5",
      " 6",
      " 7",
    ]],
    ["removed", "a\nb\n", "a\n", [" a", "-b"]],
    ["added", "a\nc", "a\nb\nc", [" a", "+b", " c"]],
    ["to nothing", "a", "", ["-a"]],
    ["the same lines twice", "a\na", "a", [" a", "-a"]],
    ["CRLF", "a\r\nb", "a\r\nc", [" a", "-b", "+c"]],
  ];
  for (const [name, old_str, new_str, expected] of cases) {
    await t.step(name, () => {
      assertEquals(diff("edit_file", { path: "a", old_str, new_str }), expected);
    });
  }
});

Deno.test("callDiff() shows what is written, and a patch as it is", () => {
  assertEquals(diff("write_file", { path: "a", content: "x\n\ny\n" }), ["+x", "+", "+y"]);
  const patch = "--- a\n+++ b\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n\n\\ No newline at end of file\n";
  assertEquals(diff("apply_patch", { path: "a", patch }), [
    "--- a",
    "+++ b",
    "@@ -1,2 +1,2 @@",
    " a",
    "-b",
    "+c",
    " ",
    "\\ No newline at end of file",
  ]);
});

Deno.test("callDiff() gives null for what is no edit, or cannot be read", () => {
  for (
    const [name, args] of [
      ["read_file", { path: "a" }],
      ["run_command", { command: "x", content: "y" }],
      ["edit_file", { path: "a", old_str: 1, new_str: "b" }],
      ["write_file", { path: "a" }],
      ["apply_patch", { patch: ["a"] }],
      ["edit_file", '{"old_str'],
      ["write_file", "[]"],
    ] as const
  ) {
    assertEquals(diff(name, args), null);
  }
});
