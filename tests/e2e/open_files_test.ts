/** What a long run holds on to. */

import { assert, assertEquals } from "@std/assert";
import { createSession, SessionManager } from "../../src/session/mod.ts";
import { architect, startArchitect } from "../support/architect.ts";
import { chatServer, type Reply } from "../support/chat_server.ts";
import { DONE, inWorkspace, model, onlySession, writes } from "./support.ts";

const STEPS = 45;

Deno.test({
  name: "a run of many steps leaves no file open at each of them" +
    (Deno.build.os === "linux" ? "" : " (left out: only Linux shows what is open)"),
  ignore: Deno.build.os !== "linux",
  fn: () =>
    inWorkspace(async (_run, workspace) => {
      const pid = Promise.withResolvers<number>();
      const counts: number[] = [];
      const replies = Array.from({ length: STEPS }, (_, step): Reply => async () => {
        const open = await Array.fromAsync(Deno.readDir(`/proc/${await pid.promise}/fd`));
        counts.push(open.length);
        return writes(`${step}.txt`);
      });
      await using server = chatServer([...replies, DONE]);
      const args = ["run", "x", "--max-steps", "100", ...model(server)];
      const process = await startArchitect(args, { cwd: workspace });
      pid.resolve(process.pid);
      const result = await process.result;
      assertEquals(result.code, 0, result.stderr);
      assertEquals((await onlySession(workspace)).steps_completed, STEPS + 1);
      // The first call opens what stays: the connection, and what is loaded with it. A few may come and
      // go; what is left open at each step would be as many as there are steps.
      const [first, last] = [counts.slice(0, 5), counts.slice(5)].map((some) => Math.max(...some));
      assert(last! <= first! + 3, counts.join(" "));
    }),
});

Deno.test({
  name: "a listing keeps no file open that it has read" +
    (Deno.build.os === "windows" ? " (left out: Windows has no such limit)" : ""),
  ignore: Deno.build.os === "windows",
  fn: () =>
    inWorkspace(async (_run, workspace) => {
      const sessions = new SessionManager(workspace);
      for (let count = 0; count < 300; count++) {
        await sessions.save(createSession({ task: "x", agent: "build", model: "m" }));
      }
      const { code, json, stderr } = await architect(["sessions", "--json"], {
        cwd: workspace,
        through: ["sh", "-c", 'ulimit -n 128 && exec "$@"', "sh"],
      });
      assertEquals([code, stderr], [0, ""]);
      const shown = json().filter(({ status }: { status: string }) => status === "interrupted");
      assertEquals(shown.length, 300);
    }),
});
