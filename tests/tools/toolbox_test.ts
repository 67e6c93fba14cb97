import { assertEquals } from "@std/assert";
import { createTools } from "../../src/tools/toolbox.ts";

const commands = { timeoutSeconds: 30, allowed: [], env: [], environment: {} };

Deno.test("createTools() has the ten tools with their arguments", () => {
  const given = [...createTools({ commands }).values()].map(({ name, parameters, changes }) => {
    const required = parameters.required as string[];
    const names = Object.keys(parameters.properties as object)
      .map((key) => required.includes(key) ? key : `${key}?`);
    return `${changes ? "!" : ""}${name}(${names.join(", ")})`;
  });
  assertEquals(given, [
    "read_file(path, start_line?, end_line?)",
    "list_files(path?, pattern?, recursive?)",
    "find_files(pattern, path?)",
    "search_code(pattern, path?, file_pattern?, max_results?, case_sensitive?, context_lines?)",
    "grep(text, path?, file_pattern?, max_results?, case_sensitive?)",
    "!write_file(path, content, mode?)",
    "!edit_file(path, old_str, new_str)",
    "!apply_patch(path, patch)",
    "!delete_file(path)",
    "!run_command(command, cwd?, timeout?, env?)",
  ]);
});

Deno.test("createTools() has no run_command unless commands are given", () => {
  assertEquals(createTools({ commands: null }).has("run_command"), false);
});

Deno.test("createTools() describes objects that allow no other arguments", () => {
  for (const { parameters, description } of createTools({ commands }).values()) {
    assertEquals([parameters.type, parameters.additionalProperties], ["object", false]);
    assertEquals(description.length > 20, true);
  }
});
