/** What goes to a server and comes from it is the history that is kept. */

import { assert, assertEquals } from "@std/assert";
import { startArchitect } from "../support/architect.ts";
import { answer, chatServer } from "../support/chat_server.ts";
import { DONE, inWorkspace, model, onlySession, writes } from "./support.ts";

Deno.test("several tool calls of one answer run in the order asked, each with its result", async () => {
  await inWorkspace(async (run, workspace) => {
    await Deno.writeTextFile(`${workspace}/empty.txt`, "");
    const calls = [
      { id: "", name: "write_file", args: { path: "b.txt", content: "b", mode: "overwrite" } },
      { id: "", name: "read_file", args: { path: "b.txt" } },
      { id: "x", name: "no_such_tool" },
      { id: "y", name: "read_file", args: "{broken" },
      { id: "z", name: "read_file", args: { path: "empty.txt" } },
    ];
    await using server = chatServer([answer({ calls }), DONE]);
    const result = await run(["run", "x", "--json", ...model(server)]);
    assertEquals(result.code, 0, result.stderr);
    const [asked, ...results] = server.requests[1]!.messages.slice(2);
    const ids = asked!.tool_calls!.map(({ id }) => id);
    assertEquals(new Set(ids).size, calls.length);
    assert(ids.every((id) => id !== ""));
    assertEquals(
      results.map(({ role, tool_call_id }) => [role, tool_call_id]),
      ids.map((id) => ["tool", id]),
    );
    assert(results.every(({ content }) => content !== ""));
    for (const { function: { arguments: args } } of asked!.tool_calls!) JSON.parse(args);
    assertEquals(result.json().tools_used.map(({ success }: { success: boolean }) => success), [
      true,
      true,
      false,
      false,
      true,
    ]);
  });
});

Deno.test("what is sent and what is kept are the same history", async () => {
  await inWorkspace(async (run, workspace) => {
    await using server = chatServer([
      writes("a.txt", "1\n", { content: "first", extra: { reasoning_content: "hm" } }),
      writes("b.txt", "2\n"),
      DONE,
    ]);
    const process = await startArchitect(["run", "x", ...model(server)], { cwd: workspace });
    assertEquals((await process.result).code, 0);
    const { messages } = await onlySession(workspace);
    assertEquals(server.requests[2]!.messages, messages.slice(0, -1));

    const resumed = await run(["resume", "last", "more", ...model(server)]);
    assertEquals(resumed.code, 0, resumed.stderr);
    assertEquals(server.requests[3]!.messages, [...messages, { role: "user", content: "more" }]);
  });
});
