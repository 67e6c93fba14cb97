/** What a session costs, and what keeps it from costing more. */

import { assertAlmostEquals, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { answer, type ChatServer, chatServer } from "../support/chat_server.ts";
import { cassetteText } from "../support/cassette_text.ts";
import { call, calls, text } from "../support/scripted_provider.ts";
import { inWorkspace, onlySession, sessionFiles, toldCommand, writeConfig } from "./support.ts";

/** A dollar for each call of a scripted answer: 100 tokens in, 10 out. */
const PRICES = "costs: {prices: {paid: {input: 10000, output: 0}}}\n";

const step = (name: string) =>
  answer({ calls: [{ id: name, name: "list_files", args: { path: "." } }] });
const done = answer({ content: "All done." });

function paid(server: ChatServer): string[] {
  return ["--model", "paid", "--api-base", server.baseUrl, "--mode", "yolo"];
}

Deno.test("the cost of a session is the sum of its runs, told beside that of the run", async () => {
  await inWorkspace(async (run, workspace) => {
    const config = await writeConfig(workspace, PRICES);
    await using server = chatServer([step("1"), step("2"), done, done]);
    const first = await run(["run", "x", "--json", ...paid(server), ...config]);
    assertEquals([first.code, first.json().steps, first.json().run_steps], [0, 3, 3]);
    assertEquals(first.json().costs, {
      total_cost_usd: 3,
      run_cost_usd: 3,
      complete: true,
      input_tokens: 300,
      output_tokens: 30,
    });
    const second = await run(["resume", "last", "y", "--json", ...paid(server), ...config]);
    assertEquals([second.code, second.json().steps, second.json().run_steps], [0, 4, 1]);
    assertEquals(second.json().costs, {
      total_cost_usd: 4,
      run_cost_usd: 1,
      complete: true,
      input_tokens: 100,
      output_tokens: 10,
    });
    const stored = await onlySession(workspace);
    assertEquals([stored.total_cost, stored.started_at], [
      4,
      first.json().session_id.replace(
        /^(....)(..)(..)-(..)(..)(..)-.*$/,
        "$1-$2-$3T$4:$5:$6",
      ) + stored.started_at.slice(19),
    ]);
    assertEquals(stored.metadata.runs.map((one: { cost_usd: number }) => one.cost_usd), [3, 1]);
    assertMatch((await run(["sessions"])).stdout, /success +4 +\$4\.00/);
  });
});

Deno.test("the price of a model that is known needs no config", async () => {
  await inWorkspace(async (run) => {
    await using server = chatServer([done]);
    const flags = ["--model", "gpt-4o", "--api-base", server.baseUrl, "--mode", "yolo"];
    const { costs } = (await run(["run", "x", "--json", ...flags])).json();
    assertEquals(costs.complete, true);
    assertAlmostEquals(costs.total_cost_usd, 0.00035, 0.0002);
  });
});

Deno.test("a cost that is not known in full is shown as at least so much", async () => {
  await inWorkspace(async (run, workspace) => {
    const config = await writeConfig(workspace, PRICES);
    await using server = chatServer([step("1"), answer({ content: "ok", usage: null })]);
    const result = await run(["run", "x", "--json", ...paid(server), ...config]);
    const { costs } = result.json();
    assertEquals([result.code, costs.total_cost_usd, costs.complete], [0, 1, false]);
    assertStringIncludes(result.stderr, "≥ $1.00");
    assertStringIncludes((await run(["sessions", "show", "last"])).stdout, "≥ $1.00");
  });
});

Deno.test("a budget stops a run before the call that it cannot pay", async (t) => {
  for (const [budget, steps] of [["2", 2], ["2.50", 3], ["0.01", 1]] as const) {
    await t.step(`--budget ${budget}`, () =>
      inWorkspace(async (run, workspace) => {
        const config = await writeConfig(workspace, PRICES);
        await using server = chatServer([step("1"), step("2"), step("3"), done]);
        const flags = ["--budget", budget, "--json", ...paid(server), ...config];
        const result = await run(["run", "x", ...flags]);
        const { status, stop_reason, costs, persisted } = result.json();
        assertEquals([result.code, status, stop_reason], [2, "partial", "budget_exceeded"]);
        assertEquals([result.json().steps, costs.total_cost_usd, persisted], [steps, steps, true]);
        assertEquals(server.requests.length, steps);
        const { metadata, status: stored } = await onlySession(workspace);
        assertEquals([metadata.budget_usd, stored], [Number(budget), "partial"]);
        // What was asked for is done before the run ends: nothing is left open.
        assertEquals(result.json().tools_used.length, steps);
      }));
  }
});

Deno.test("a budget that is spent lets a session go on only with more", async (t) => {
  const cases = [["its own flags", []], ["one that is spent too", ["--budget", "1.5"]]] as const;
  for (const [name, more] of cases) {
    await t.step(name, () =>
      inWorkspace(async (run, workspace) => {
        const config = await writeConfig(workspace, PRICES);
        await using server = chatServer([step("1"), step("2"), done]);
        await run(["run", "x", "--budget", "2", ...paid(server), ...config]);
        const before = await onlySession(workspace);

        const flags = ["--mode", "yolo", "--api-base", server.baseUrl, ...config];
        const spent = await run(["resume", "last", "--json", ...flags, ...more]);
        const { status, stop_reason, error, run_steps, costs, session_id } = spent.json();
        assertEquals([spent.code, status, stop_reason], [2, "partial", "budget_exceeded"]);
        assertEquals([run_steps, costs.run_cost_usd, costs.total_cost_usd], [0, 0, 2]);
        assertEquals([error.code, session_id], ["budget_exceeded", before.session_id]);
        assertStringIncludes(error.message, "$2.0");
        assertEquals(server.requests.length, 2);
        assertEquals(await onlySession(workspace), before);

        for (const told of [error.suggestion, spent.stderr]) assertMatch(told, /--budget \+\d/);
        const resumed = await run(toldCommand(error.suggestion));
        assertEquals([resumed.code, resumed.json().output], [0, "All done."], resumed.stderr);
        assertMatch(resumed.stderr, /widened by a flag: budget: \$[\d.]+ -> \$\d/);
      }));
  }
});

Deno.test("the command that a run tells when its budget is spent works", async () => {
  await inWorkspace(async (run, workspace) => {
    const config = await writeConfig(workspace, PRICES);
    await using server = chatServer([step("1"), step("2"), done]);
    const first = await run(["run", "x", "--budget", "1", ...paid(server), ...config]);
    assertEquals(first.code, 2, first.stderr);
    const second = await run(toldCommand(first.stderr));
    assertEquals([second.code, server.requests.length], [2, 2], second.stderr);
    assertEquals((await onlySession(workspace)).metadata.budget_usd, 2);
    const third = await run(toldCommand(second.stderr));
    assertEquals([third.code, third.stdout], [0, "All done.\n"], third.stderr);
  });
});

Deno.test("a budget is inherited, replaced by a new one, or added to", async (t) => {
  const cases: readonly (readonly [string, readonly string[], number, number])[] = [
    ["inherited", [], 3, 1],
    ["a new one", ["--budget", "4"], 4, 2],
    ["a smaller one", ["--budget", "2.5"], 2.5, 1],
    ["on top of what is spent", ["--budget", "+3"], 5, 3],
  ];
  for (const [name, flags, budget, requests] of cases) {
    await t.step(name, () =>
      inWorkspace(async (run, workspace) => {
        const config = await writeConfig(workspace, PRICES);
        await using server = chatServer(["1", "2", "3", "4", "5"].map(step));
        const limits = ["--budget", "3", "--max-steps", "1"];
        assertEquals((await run(["run", "x", ...limits, ...paid(server), ...config])).code, 2);
        // The step, and the summary.
        assertEquals((await onlySession(workspace)).total_cost, 2);

        const resumed = await run([
          "resume",
          "last",
          "--json",
          ...paid(server),
          ...config,
          ...flags,
        ]);
        assertEquals(resumed.json().stop_reason, "budget_exceeded", resumed.stderr);
        assertEquals((await onlySession(workspace)).metadata.budget_usd, budget);
        assertEquals(server.requests.length - 2, requests);
      }));
  }
});

Deno.test("a budget is refused where the price is unknown, before anything is sent", async () => {
  await inWorkspace(async (run, workspace) => {
    // An address of the documentation: a request would not come back.
    const base = ["--api-base", "http://192.0.2.1/v1", "--mode", "yolo", "--timeout", "5"];
    const result = await run([
      "run",
      "x",
      "--json",
      "--model",
      "mystery",
      "--budget",
      "1",
      ...base,
    ]);
    const { error } = result.json();
    assertEquals([result.code, error.code], [3, "config"], result.stderr);
    assertStringIncludes(error.message, "price is unknown");
    assertEquals(await sessionFiles(workspace), []);
  });
});

Deno.test("a budget ends a run of a server that does not tell what was used", async () => {
  await inWorkspace(async (run, workspace) => {
    const config = await writeConfig(workspace, PRICES);
    const silent = answer({ calls: [{ name: "list_files", args: { path: "." } }], usage: null });
    await using server = chatServer([silent, done]);
    const result = await run(["run", "x", "--json", "--budget", "5", ...paid(server), ...config]);
    assertEquals([result.code, result.json().stop_reason], [1, "llm_error"]);
    assertStringIncludes(result.json().error.message, "does not tell");
    assertEquals(server.requests.length, 1);
  });
});

Deno.test("a model on this machine costs nothing, so any budget holds", async () => {
  await inWorkspace(async (run) => {
    await using server = chatServer([step("1"), done]);
    const flags = ["--model", "local", "--api-base", server.baseUrl, "--mode", "yolo"];
    const { costs, status } = (await run(["run", "x", "--json", "--budget", "1", ...flags])).json();
    assertEquals([status, costs.total_cost_usd, costs.complete], ["success", 0, true]);
  });
});

Deno.test("a budget of the config holds for a run that names none", async () => {
  await inWorkspace(async (run, workspace) => {
    const prices = "prices: {paid: {input: 10000, output: 0}}";
    const config = await writeConfig(workspace, `costs: {budget_usd: 1, ${prices}}\n`);
    await using server = chatServer([step("1"), step("2"), done]);
    assertEquals((await run(["run", "x", ...paid(server), ...config])).code, 2);
    assertEquals(server.requests.length, 1);
  });
});

Deno.test("--max-steps ends a run with a summary, which is no step", async () => {
  await inWorkspace(async (run, workspace) => {
    const summary = answer({ content: "So far so good." });
    await using server = chatServer([step("1"), step("2"), summary, step("3"), summary, done]);
    const flags = ["--json", "--model", "local", "--api-base", server.baseUrl, "--mode", "yolo"];
    const first = await run(["run", "x", "--max-steps", "2", ...flags]);
    const { status, stop_reason, output, steps } = first.json();
    assertEquals([first.code, status, stop_reason], [2, "partial", "max_steps"], first.stderr);
    assertEquals([output, steps], ["So far so good.", 2]);
    assertEquals(server.requests[2]!.body.tools ?? [], []);

    // The limit is that of a run: a resume has its own.
    const second = await run(["resume", "last", "--max-steps", "1", ...flags]);
    assertEquals([second.code, second.json().steps, second.json().run_steps], [2, 3, 1]);
    const third = await run(["resume", "last", ...flags]);
    assertEquals([third.code, third.json().steps, third.json().output], [0, 4, "All done."]);
    assertEquals((await onlySession(workspace)).metadata.answers_saved, 4);
  });
});

Deno.test("--max-steps ends a run whose summary fails all the same", async () => {
  await inWorkspace(async (run, workspace) => {
    const config = await writeConfig(workspace, "llm: {retries: 0}\n");
    await using server = chatServer([step("1"), () => new Response(null, { status: 500 })]);
    const flags = ["--json", "--model", "local", "--api-base", server.baseUrl, "--mode", "yolo"];
    const result = await run(["run", "x", "--max-steps", "1", ...flags, ...config]);
    const { stop_reason, output, error } = result.json();
    assertEquals([result.code, stop_reason, output, error], [2, "max_steps", null, null]);
    assertStringIncludes(result.stderr, "warning: The run could not be summed up");
  });
});

Deno.test("--max-steps skips the summary where a cassette has none", async () => {
  await inWorkspace(async (run, workspace) => {
    const answers = [calls(call("c1", "list_files", { path: "." })), text("end")];
    const replay = ["--model", "replay:c.jsonl", "--mode", "yolo", "--json"];
    await Deno.writeTextFile(`${workspace}/c.jsonl`, cassetteText(answers));
    const without = await run(["run", "x", "--max-steps", "1", ...replay]);
    assertEquals([without.code, without.json().output], [2, null], without.stderr);
    await Deno.writeTextFile(`${workspace}/c.jsonl`, cassetteText(answers, [[1, text("sum")]]));
    const withOne = await run(["run", "x", "--max-steps", "1", ...replay]);
    assertEquals([withOne.code, withOne.json().output], [2, "sum"]);
    assertEquals(
      (await run(["resume", withOne.json().session_id, ...replay])).json().output,
      "end",
    );
  });
});
