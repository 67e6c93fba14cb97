/**
 * A scenario for anyone who has the program: eight checks of what it promises about sessions, each
 * with three assertions, run against the built binary in folders of their own. Needs no key.
 *
 *     sh scripts/deno.sh run -A scripts/check_sessions.ts [PROGRAM]
 */
import { resolve } from "@std/path";
import { generateSessionId } from "../src/session/session_id.ts";
import { Scenario } from "./session_scenario.ts";

const DAY_MS = 86_400_000;
const KEYS = [
  "session_id",
  "agent",
  "model",
  "status",
  "steps_completed",
  "total_cost",
  "started_at",
  "updated_at",
  "stop_reason",
  "task",
  "files_modified",
  "metadata",
  "messages",
];

async function lifeCycle(scenario: Scenario): Promise<void> {
  await using work = await scenario.workspace("life cycle");
  await work.writeCassette(4);
  const partial = await work.json("run", "count", ...work.replay, "--budget", "0.02");
  work.holds("a spent budget stops a run, and the session is kept", () => {
    equal([partial.code, partial.value.status, partial.value.steps], [2, "partial", 2]);
  });
  const id = partial.value.session_id;
  const resumed = await work.json("resume", id, "--budget", "1");
  work.holds("a resume goes on to success in the same session, at the whole cost", () => {
    const { session_id, status, steps, costs } = resumed.value;
    equal([resumed.code, session_id, status, steps], [0, id, "success", 4]);
    equal(costs.total_cost_usd.toFixed(4), "0.0400");
  });
  const deleted = await work.json("sessions", "delete", id);
  const listed = await work.json("sessions");
  work.holds("a deleted session is gone", () => equal([deleted.code, listed.value], [0, []]));
}

async function truncation(scenario: Scenario): Promise<void> {
  await using work = await scenario.workspace("truncation");
  // With the system prompt, the task and a result for each answer but the last: 51 messages.
  const answers = 25;
  await work.writeCassette(answers);
  const { value } = await work.json("run", "count", ...work.replay, "--max-steps", "40");
  const { messages, metadata } = await work.state(value.session_id);
  work.holds("of 51 messages the state keeps the last 30, or one less", () => {
    yes(messages.length === 30 || messages.length === 29);
    equal(messages.at(-1).content, `answer ${answers}`);
  });
  work.holds("it says so, and counts what was dropped", () => {
    equal([metadata.truncated, metadata.messages_dropped], [true, 51 - messages.length]);
  });
  work.holds("the cut does not separate a result from its call", () => {
    yes(messages[0].role !== "tool");
  });
}

async function allFields(scenario: Scenario): Promise<void> {
  await using work = await scenario.workspace("all fields");
  await work.writeCassette(2);
  const { value } = await work.json("run", "count", ...work.replay);
  const state = await work.state(value.session_id);
  work.holds("the state has every field, in the order of the format", () => {
    equal(Object.keys(state), KEYS);
  });
  work.holds("with what the run said", () => {
    equal([state.session_id, state.status, state.stop_reason], [
      value.session_id,
      "success",
      "llm_done",
    ]);
    equal([state.task, state.steps_completed, state.model], [
      "count",
      2,
      "replay:answers.jsonl",
    ]);
  });
  await work.writeState({ ...state, a_new_key: [1], metadata: { ...state.metadata, other: "x" } });
  await work.writeCassette(4);
  await work.json("resume", value.session_id, "go on", ...work.replay);
  const after = await work.state(value.session_id);
  work.holds("keys that it does not know survive a resume", () => {
    equal([after.a_new_key, after.metadata.other], [[1], "x"]);
    yes(after.metadata.revision > state.metadata.revision);
  });
}

async function order(scenario: Scenario): Promise<void> {
  await using work = await scenario.workspace("order");
  const [oldest, newest, middle] = [
    await work.addSession({ ageMs: 3 * DAY_MS }),
    await work.addSession({ ageMs: 1 * DAY_MS }),
    await work.addSession({ ageMs: 2 * DAY_MS }),
  ];
  const listed = await work.json("sessions");
  work.holds("the list is newest first", () => {
    equal(ids(listed.value), [newest, middle, oldest]);
  });
  await Deno.utime(work.statePath(oldest), new Date(), new Date());
  const touched = await work.json("sessions");
  work.holds("by the stored time, whatever the file's", () => {
    equal(ids(touched.value), [newest, middle, oldest]);
  });
  const limited = await work.json("sessions", "--limit", "2");
  work.holds("a limit keeps the newest", () => equal(ids(limited.value), [newest, middle]));
}

async function cleanup(scenario: Scenario): Promise<void> {
  await using work = await scenario.workspace("cleanup");
  const minuteMs = 60_000;
  const old = await work.addSession({ ageMs: 7 * DAY_MS + minuteMs });
  const young = await work.addSession({ ageMs: 7 * DAY_MS - minuteMs });
  const planned = await work.json("cleanup", "--older-than", "7", "--dry-run");
  const before = await work.json("sessions");
  work.holds("a dry run says what would go, and removes nothing", () => {
    equal(ids(planned.value.removed), [old]);
    equal(ids(before.value), [young, old]);
  });
  const done = await work.json("cleanup", "--older-than", "7");
  const after = await work.json("sessions");
  work.holds("what is older goes, what is a minute younger stays", () => {
    equal([done.code, ids(done.value.removed), ids(after.value)], [0, [old], [young]]);
  });
  const all = await work.json("cleanup", "--older-than", "0");
  const none = await work.json("cleanup", "--older-than", "0");
  work.holds("0 days removes all, and then there is nothing left to remove", () => {
    equal([ids(all.value.removed), none.code, none.value.removed], [[young], 0, []]);
  });
}

async function specialCharacters(scenario: Scenario): Promise<void> {
  await using work = await scenario.workspace("special characters");
  await work.writeCassette(1);
  const tasks = [
    "añade pruebas a usuario.py: ¿qué más?",
    "emoji 👩‍👩‍👧 🏳️‍🌈 and 中文",
    `"double", 'single', \`back\`, \\ and $HOME`,
    "two\nlines\tand a tab\r\n",
    "x".repeat(9_999) + "é",
  ];
  const stored: string[] = [];
  for (const task of tasks) {
    const { value } = await work.json("run", task, ...work.replay);
    stored.push((await work.state(value.session_id)).task);
  }
  work.holds("a task is stored as it was given", () => equal(stored, tasks));
  const listed = await work.json("sessions");
  work.holds("and listed as it was given", () => {
    const found = listed.value.map(({ task }: { task: string }) => task);
    equal(found.sort(), [...tasks].sort());
  });
  const { stdout } = await work.run("sessions");
  work.holds("the table keeps one line a session", () => {
    equal(stdout.trimEnd().split("\n").length, tasks.length + 1);
    // deno-lint-ignore no-control-regex
    yes(!/[\x00-\x09\x0b-\x1f]/.test(stdout));
  });
}

async function damagedFile(scenario: Scenario): Promise<void> {
  await using work = await scenario.workspace("damaged file");
  const good = await work.addSession({ ageMs: DAY_MS });
  const damaged = await work.addSession({ ageMs: 0 });
  await Deno.writeTextFile(work.statePath(damaged), "");
  const listed = await work.json("sessions");
  work.holds("it is listed as corrupt, beside the good ones", () => {
    const entry = (id: string) => listed.value.find((it: { id: string }) => it.id === id);
    equal([listed.code, entry(damaged).status, entry(good).status], [0, "corrupt", "success"]);
  });
  await work.writeCassette(1);
  const resumed = await work.json("resume", damaged, "go on", ...work.replay);
  work.holds("a resume refuses it, with an exit code of its own", () => {
    equal([resumed.code, resumed.value.status], [6, "failed"]);
  });
  const names = (await work.stateNames()).sort();
  work.holds("and starts no other session in its place", () => {
    equal(names, [`${damaged}.json`, `${good}.json`].sort());
    equal(Deno.statSync(work.statePath(damaged)).size, 0);
  });
}

async function sessionIds(scenario: Scenario): Promise<void> {
  await using work = await scenario.workspace("session ids");
  await work.writeCassette(1);
  const real: string[] = [];
  for (let n = 0; n < 3; n++) {
    real.push((await work.json("run", "count", ...work.replay)).value.session_id);
  }
  work.holds("runs that follow each other have ids of their own, in the format", () => {
    equal(new Set(real).size, 3);
    yes(real.every((id) => /^\d{8}-\d{6}-[0-9a-f]{6}$/.test(id)));
  });
  const start = Date.now();
  const made = Array.from(
    { length: 1_000 },
    (_, n) => generateSessionId(new Date(start + n * 1_000)),
  );
  work.holds("1,000 ids, one a second, are all in the format and all different", () => {
    yes(made.every((id) => /^\d{8}-\d{6}-[0-9a-f]{6}$/.test(id)));
    equal(new Set(made).size, 1_000);
  });
  const moment = new Date(start);
  const atOnce = new Set(Array.from({ length: 1_000 }, () => generateSessionId(moment)));
  // Of 16.7 million: more than two meet once in 200,000 times.
  work.holds("of 1,000 ids of one second, at most two meet another", () => yes(atOnce.size >= 998));
}

function ids(entries: readonly { readonly id: string }[]): string[] {
  return entries.map(({ id }) => id);
}

function equal(actual: unknown, expected: unknown): void {
  const [got, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (got !== wanted) throw new Error(`got ${got}, not ${wanted}`);
}

function yes(value: boolean): void {
  if (!value) throw new Error("it does not hold");
}

const CHECKS: readonly ((scenario: Scenario) => Promise<void>)[] = [
  lifeCycle,
  truncation,
  allFields,
  order,
  cleanup,
  specialCharacters,
  damagedFile,
  sessionIds,
];

const scenario = new Scenario(resolve(Deno.args[0] ?? "dist/architect"));
for (const check of CHECKS) {
  try {
    await check(scenario);
  } catch (error) {
    scenario.failed++;
    console.log(`FAILED  ${check.name} could not go on: ${error}`);
  }
}
console.log(`${scenario.passed} passed, ${scenario.failed} failed`);
if (scenario.failed > 0) Deno.exit(1);
