/** Every exit code of the program, each by what leads to it, with its JSON document. */

import { assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import type { ArchitectResult } from "../support/architect.ts";
import { chatServer } from "../support/chat_server.ts";
import { englishWords } from "../support/english_words.ts";
import { saveSession } from "../support/workspace.ts";
import { EXIT_CODE_CASES, ID, writeState } from "./exit_code_cases.ts";
import { DONE, inWorkspace, model, type Run, sessionFiles } from "./support.ts";

/** What does not differ between two runs of one task. */
// deno-lint-ignore no-explicit-any
function comparable({ session_id, duration_seconds, ...rest }: any): unknown {
  const told = JSON.stringify({
    ...rest,
    named: session_id !== null,
    timed: duration_seconds >= 0,
  });
  return JSON.parse(told.replaceAll(session_id ?? "ID", "ID").replaceAll("--json", "--events"));
}

Deno.test("each exit code has its reason in both languages, and each reason one JSON document and one last event", async (t) => {
  for (const each of EXIT_CODE_CASES) {
    await t.step(`${each.code}: ${each.name}`, () =>
      inWorkspace(async (run, workspace) => {
        await each.before?.(workspace);
        const there = await sessionFiles(workspace).catch(() => []);
        await using server = chatServer(each.replies ?? [DONE]);
        const args = each.args(server);
        const plain = await run(args);
        assertEquals(plain.code, each.code, plain.stderr);
        if (each.code !== 0 && each.stopReason !== "max_steps") assertEquals(plain.stdout, "");
        if (each.error !== null) assertMatch(plain.stderr, /^error: /m);
        assertEquals(
          plain.stderr.includes("\x1b") || /^ +at /m.test(plain.stderr),
          false,
          plain.stderr,
        );

        const { code, json, stderr } = await run([...args.slice(0, 1), "--json", ...args.slice(1)]);
        assertEquals(code, each.code);
        const document = json();
        assertEquals([document.status, document.error?.code ?? null], [each.status, each.error]);
        assertEquals(document.stop_reason, each.stopReason);
        assertEquals(document.session_id !== null, each.session);
        if (each.error !== null) {
          assertEquals(Object.keys(document.error), ["code", "message", "suggestion"]);
        }
        // The same command in Spanish, for who reads it; a program reads what it always reads.
        const spanish = await run([...args.slice(0, 1), "--json", ...args.slice(1)], {
          env: { ARCHITECT_LANGUAGE: "es" },
        });
        assertEquals(spanish.code, code);
        assertEquals(comparable(spanish.json()), comparable(document));
        assertEquals(englishWords(spanish.stderr), [], spanish.stderr);
        assertNotEquals(spanish.stderr, stderr);
        const lines = await run([...args.slice(0, 1), "--events", ...args.slice(1)]);
        assertEquals(lines.code, code);
        assertEquals(comparable(lines.events().at(-1)?.result), comparable(document));

        if (each.stopReason !== undefined) return;
        // What did not begin left nothing behind and asked nobody.
        assertEquals(server.requests.length, 0);
        assertEquals(await sessionFiles(workspace).catch(() => []), there);
      }));
  }
});

Deno.test("each command has its JSON document and its exit code", async (t) => {
  await inWorkspace(async (run, workspace) => {
    const { sessionId } = await saveSession(workspace, {}, 30);
    await Deno.writeTextFile(`${workspace}/.architect/sessions/${ID}.json`, "");
    const cases:
      readonly (readonly [readonly string[], number, (result: ArchitectResult) => void])[] = [
        [["sessions", "--json"], 0, ({ json }) => {
          assertEquals(json().map(({ status }: { status: string }) => status).sort(), [
            "corrupt",
            "success",
          ]);
        }],
        [
          ["sessions", "--json", "--grep", "nothing like it"],
          0,
          ({ json }) => assertEquals(json(), []),
        ],
        [
          ["sessions", "show", "--json", sessionId],
          0,
          ({ json }) => assertEquals(json().steps_completed, 1),
        ],
        [["sessions", "show", "--json", ID], 6, ({ json }) => {
          assertEquals([json().session_id, json().error.code], [ID, "session_corrupt"]);
        }],
        [["sessions", "show", "--json", "none-of-it"], 3, ({ json }) => {
          assertEquals([json().session_id, json().error.code], [null, "session_not_found"]);
        }],
        [["sessions", "delete", "--json", sessionId.slice(0, 12)], 3, ({ json }) => {
          assertEquals([json().status, json().error.code], ["failed", "usage"]);
        }],
        [
          ["cleanup", "--json", "--older-than", "x"],
          3,
          ({ json }) => assertEquals(json().error.code, "usage"),
        ],
        [["cleanup", "--json", "--dry-run"], 0, ({ json }) => {
          assertEquals(json().removed.map(({ id }: { id: string }) => id), [sessionId]);
        }],
        [["sessions", "delete", "--json", sessionId], 0, ({ json }) => {
          assertEquals(json(), { session_id: sessionId, deleted: true });
        }],
        [["sessions", "delete", "--json", sessionId], 3, ({ json }) => {
          assertEquals(json().error.code, "session_not_found");
        }],
      ];
    for (const [args, code, check] of cases) {
      await t.step(args.join(" "), async () => {
        const result = await run(args);
        assertEquals(result.code, code, result.stderr);
        check(result);
      });
    }
  });
});

Deno.test("a damaged file is in the way of no other command", async (t) => {
  await inWorkspace(async (run, workspace) => {
    await writeState(workspace, "");
    await using server = chatServer([DONE]);
    const runs: Record<string, () => ReturnType<Run>> = {
      "--version": () => run(["--version"]),
      "--help": () => run(["--help"]),
      "run": () => run(["run", "x", ...model(server)]),
      "sessions": () => run(["sessions"]),
      "cleanup": () => run(["cleanup"]),
      "resume last": () => run(["resume", "last"]),
    };
    for (const [name, start] of Object.entries(runs)) {
      await t.step(name, async () => {
        const { code, stderr } = await start();
        assertEquals(code, 0, stderr);
      });
    }
  });
});

Deno.test("--help tells the exit codes", async (t) => {
  await inWorkspace(async (run) => {
    for (const args of [["--help"], ["run", "--help"], ["resume", "--help"]]) {
      await t.step(args.join(" "), async () => {
        const { code, stdout, stderr } = await run(args);
        assertEquals([code, stderr], [0, ""]);
        for (const exit of ["0", "1", "2", "3", "4", "5", "6", "7", "8", "130"]) {
          assertMatch(stdout, new RegExp(`^ +${exit} +\\S`, "m"));
        }
      });
    }
  });
});
