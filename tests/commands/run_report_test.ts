import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { finishedOutcome } from "../../src/commands/run_report.ts";
import { createSession } from "../../src/session/session_state.ts";
import { architect } from "../support/architect.ts";
import { cassetteText } from "../support/cassette_text.ts";
import { text } from "../support/scripted_provider.ts";
import { withWorkspace } from "../support/workspace.ts";

/** A workspace with a finished session and a cassette that has no further answer. */
async function withFinishedSession(
  test: (cwd: string, id: string) => Promise<void>,
): Promise<void> {
  await withWorkspace(async (cwd) => {
    await Deno.writeTextFile(join(cwd, "a.jsonl"), cassetteText([text("first")]));
    const args = ["run", "task", "--model", "replay:a.jsonl", "--mode", "yolo", "--json"];
    await test(cwd, (await architect(args, { cwd })).json().session_id);
  });
}

Deno.test("a resume that saved nothing is repeated with its prompt, model and agent", async () => {
  await withFinishedSession(async (cwd, id) => {
    await Deno.writeTextFile(join(cwd, "b.jsonl"), cassetteText([text("other")]));
    const flags = ["-a", "plan", "--model", "replay:b.jsonl"];
    const { code, stderr } = await architect(["resume", id, "and now?", ...flags], { cwd });
    assertEquals(code, 1);
    assertStringIncludes(
      stderr,
      `Go on with: architect resume ${id} 'and now?' -a plan --model replay:b.jsonl\n`,
    );
  });
});

Deno.test("a spent budget is told once, with a flag that works", async () => {
  await withFinishedSession(async (cwd, id) => {
    const args = ["resume", id, "more", "--mode", "yolo"];
    const { code, stderr } = await architect([...args, "--budget", "0.005"], { cwd });
    assertEquals(code, 2);
    assertEquals(stderr.match(/^Go on with: .*$/gm), [
      `Go on with: architect resume ${id} more --mode yolo --budget +0.005`,
    ]);
    const [, flag = ""] = /--budget (\S+)$/m.exec(stderr) ?? [];
    await Deno.writeTextFile(join(cwd, "a.jsonl"), cassetteText([text("first"), text("second")]));
    assertEquals((await architect([...args, "--budget", flag], { cwd })).stdout, "second\n");
  });
});

Deno.test("finishedOutcome() gives the last answer, be it text or parts", () => {
  const state = createSession({ task: "task", agent: "build", model: "gpt-4o" });
  assertEquals(finishedOutcome(state).output, null);
  state.messages.push({ role: "assistant", content: [{ type: "text", text: "done" }] });
  assertEquals(finishedOutcome(state).output, "done");
});
