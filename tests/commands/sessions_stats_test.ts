import { assertEquals, assertStringIncludes } from "@std/assert";
import { architect } from "../support/architect.ts";
import { saveSession, withWorkspace } from "../support/workspace.ts";

Deno.test("sessions stats tells of all sessions together", async (t) => {
  await withWorkspace(async (cwd) => {
    const run = (...flags: string[]) => architect(["sessions", "stats", ...flags], { cwd });
    await t.step("of none", async () => {
      const { code, stdout, stderr } = await run();
      assertEquals([code, stdout], [0, ""]);
      assertStringIncludes(stderr, "There are no sessions here yet.");
      assertEquals((await run("--json")).json().sessions, 0);
    });
    await saveSession(cwd, { totalCost: 0.25, agent: "plan" });
    await saveSession(cwd, { totalCost: 0.5, status: "partial", stopReason: "max_steps" }, 10);
    await t.step("of all", async () => {
      const { code, stdout, stderr } = await run();
      assertEquals([code, stderr], [0, ""]);
      assertStringIncludes(stdout, "Success   50 % of the 2 that have ended\n");
      assertStringIncludes(stdout, "Cost      $0.75, $0.38 a session\n");
    });
    await t.step("as JSON", async () => {
      const { cost_usd, success_rate, by_day, by_agent } = (await run("--json")).json();
      assertEquals([cost_usd, success_rate, by_day.length], [0.75, 0.5, 2]);
      assertEquals(by_agent.map(({ name }: { name: string }) => name), ["build", "plan"]);
    });
    await t.step("of some days", async () => {
      assertEquals((await run("--since", "9", "--json")).json().cost_usd, 0.25);
      assertEquals((await run("--since", "11", "--json")).json().cost_usd, 0.75);
    });
  });
});

Deno.test("sessions stats says that no session is so new", async () => {
  await withWorkspace(async (cwd) => {
    await saveSession(cwd, {}, 10);
    const { code, stdout, stderr } = await architect(["sessions", "stats", "--since", "2"], {
      cwd,
    });
    assertEquals([code, stdout, stderr], [0, "", "No session is as new as that.\n"]);
  });
});

Deno.test("sessions stats takes keys out of what another program wrote", async () => {
  await withWorkspace(async (cwd) => {
    const key = `sk-proj-${"a1B2".repeat(12)}`;
    await saveSession(cwd, { model: key, agent: key });
    for (const flags of [[], ["--json"]]) {
      const { stdout } = await architect(["sessions", "stats", ...flags], { cwd });
      assertStringIncludes(stdout, "[redacted:");
      assertEquals(stdout.includes(key), false);
    }
  });
});
