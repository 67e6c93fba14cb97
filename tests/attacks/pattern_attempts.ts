/** Ways out of the workspace by what is no path: patterns, headers of patches, arguments. */

import type { ScriptedCall } from "../support/chat_server.ts";

/** A call whose pattern or header names a place outside. */
export interface PatternAttempt extends ScriptedCall {
  readonly attempt: string;
  /** What the model is told. */
  readonly told: RegExp;
}

const CHANGE = (from: string, to: string) => `--- ${from}\n+++ ${to}\n@@ -1 +1 @@\n-alpha\n+beta\n`;

/** Ways out by what is no path. `out`, `out.txt` and `shared.txt` are links to what is outside. */
export const PATTERN_ATTEMPTS: readonly PatternAttempt[] = [
  {
    attempt: "find_files: steps up in the pattern",
    name: "find_files",
    args: { pattern: "../outside/*" },
    told: /^\[nothing found\]$/,
  },
  {
    attempt: "find_files: an absolute pattern",
    name: "find_files",
    args: { pattern: "/etc/*" },
    told: /^\[nothing found\]$/,
  },
  {
    attempt: "find_files: behind a link",
    name: "find_files",
    args: { pattern: "out/**" },
    told: /^\[nothing found\]$/,
  },
  {
    attempt: "find_files: the state by a pattern",
    name: "find_files",
    args: { pattern: "{.architect,.[a]rchitect}/**" },
    told: /^\[nothing found\]$/,
  },
  {
    attempt: "list_files: steps up in the pattern",
    name: "list_files",
    args: { pattern: "../*", recursive: true },
    told: /^\[nothing found\]$/,
  },
  {
    attempt: "list_files: everything, links and state",
    name: "list_files",
    args: { recursive: true },
    told: /^a\.txt\nout@\nout\.txt@\nshared\.txt\nsub\/\nsub\/b\.txt$/,
  },
  {
    attempt: "search_code: everything but what is linked hard",
    name: "search_code",
    args: { pattern: "canary-state|alph", context_lines: 0 },
    told: /^a\.txt:1:alpha$/,
  },
  {
    attempt: "search_code: steps up in the file pattern",
    name: "search_code",
    args: { pattern: ".", file_pattern: "../outside/*" },
    told: /^\[no line matches\]$/,
  },
  {
    attempt: "grep: the state in the file pattern",
    name: "grep",
    args: { text: "canary-state", file_pattern: "**/.architect/**" },
    told: /^\[no line matches\]$/,
  },
  {
    attempt: "grep: a pattern that never ends",
    name: "search_code",
    args: { pattern: "(a+)+(?=b)" },
    told: /^Cannot search/,
  },
  {
    attempt: "write_file: a hard link to a file outside",
    name: "write_file",
    args: { path: "shared.txt", content: "evil\n" },
    told: /^Wrote shared\.txt/,
  },
  {
    attempt: "apply_patch: another file in the header",
    name: "apply_patch",
    args: { path: "a.txt", patch: CHANGE("a/../outside/secret.txt", "b/../outside/secret.txt") },
    told: /^Patched a\.txt/,
  },
  {
    attempt: "apply_patch: an absolute path in the header",
    name: "apply_patch",
    args: { path: "/etc/hostname", patch: CHANGE("a.txt", "/etc/hostname") },
    told: /leads out of the workspace/,
  },
  {
    attempt: "apply_patch: a second file in the patch",
    name: "apply_patch",
    args: {
      path: "a.txt",
      patch: "--- a\n+++ b\n@@ -1 +1 @@\n-beta\n+alpha\n--- /dev/null\n+++ ../outside/new\n" +
        "@@ -0,0 +1 @@\n+evil\n",
    },
    told: /a second file begins/,
  },
  {
    attempt: "apply_patch: a patch that deletes",
    name: "apply_patch",
    args: { path: "a.txt", patch: "--- a.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-beta\n" },
    told: /use delete_file/,
  },
  {
    attempt: "delete_file: a link to a file outside",
    name: "delete_file",
    args: { path: "out.txt" },
    told: /symbolic link/,
  },
  {
    attempt: "delete_file: a folder",
    name: "delete_file",
    args: { path: "sub" },
    told: /it is a folder/,
  },
  {
    attempt: "read_file: a list for a path",
    name: "read_file",
    args: { path: ["../outside/secret.txt"] },
    told: /^Wrong arguments/,
  },
  {
    attempt: "read_file: an argument that is none",
    name: "read_file",
    args: '{"path": "a.txt", "__proto__": {"path": "../outside/secret.txt"}}',
    told: /^Wrong arguments/,
  },
  {
    attempt: "a tool that there is not",
    name: "read_any_file",
    args: { path: "../outside/secret.txt" },
    told: /^There is no tool/,
  },
  {
    attempt: "a tool of another object",
    name: "constructor",
    args: {},
    told: /^There is no tool/,
  },
];
