/**
 * Measures what speed is promised, each against a floor that is measured in turns with it, so that a
 * slow or a busy machine slows both. Prints the medians and their ratio.
 *
 *     sh scripts/bench.sh
 */
import { createSession, SessionManager, type SessionState } from "../src/session/mod.ts";

type Action = () => Promise<void>;

async function millisecondsOf(action: Action): Promise<number> {
  const started = performance.now();
  await action();
  return performance.now() - started;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

/** Runs both in turns and prints how they compare. */
async function compare(
  name: string,
  options: { readonly rounds: number; readonly limit: number },
  measured: Action,
  floor: Action,
): Promise<void> {
  const times: { measured: number[]; floor: number[] } = { measured: [], floor: [] };
  await floor();
  await measured();
  for (let round = 0; round < options.rounds; round++) {
    times.floor.push(await millisecondsOf(floor));
    times.measured.push(await millisecondsOf(measured));
  }
  const [took, least] = [median(times.measured), median(times.floor)];
  const ratio = took / least;
  const verdict = ratio <= options.limit ? "within" : "ABOVE";
  console.log(
    `${name}: ${took.toFixed(2)} ms, floor ${least.toFixed(2)} ms, ` +
      `ratio ${ratio.toFixed(2)} (${verdict} ${options.limit})`,
  );
}

/** A session with 30 messages that take so many bytes together. */
function sessionOf(bytes: number): SessionState {
  const state = createSession({ task: "measure", agent: "build", model: "gpt-4o" });
  state.status = "success";
  for (let n = 0; n < 30; n++) state.messages.push(messageOf(bytes / 30));
  return state;
}

function messageOf(bytes: number): SessionState["messages"][number] {
  const content = "The quick brown fox. ".repeat(Math.ceil(bytes / 21));
  return { role: "user", content };
}

/** The system calls of a durable, atomic replacement, and nothing else. */
async function rawReplace(dir: string, bytes: Uint8Array): Promise<void> {
  const file = await Deno.open(`${dir}/raw.tmp`, { write: true, createNew: true, mode: 0o600 });
  for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
  await file.sync();
  file.close();
  await Deno.rename(`${dir}/raw.tmp`, `${dir}/raw`);
  const folder = await Deno.open(dir);
  await folder.sync();
  folder.close();
}

/** One step of a run: the oldest message goes, a new one comes, all is saved. */
async function benchSave(dir: string, bytes: number, name: string): Promise<void> {
  const sessions = new SessionManager(dir);
  const state = sessionOf(bytes);
  await using _lock = await sessions.lock(state.sessionId);
  const raw = new TextEncoder().encode("x".repeat(bytes));
  const rounds = 100;
  const coming = Array.from({ length: rounds + 1 }, () => messageOf(bytes / 30));
  await compare(`durable save, ${name}`, { rounds, limit: 1.5 }, async () => {
    state.messages = [...state.messages.slice(1), ...coming.splice(0, 1)];
    await sessions.save(state);
  }, () => rawReplace(`${dir}/.architect/sessions`, raw));
}

/** A listing takes as long for large sessions as for small ones: it reads their heads. */
async function benchListing(dir: string): Promise<void> {
  const [large, small] = [`${dir}/large`, `${dir}/small`];
  for (const [folder, bytes] of [[large, 1_000_000], [small, 1_000]] as const) {
    await Deno.mkdir(folder);
    const sessions = new SessionManager(folder);
    for (let n = 0; n < 100; n++) await sessions.save(sessionOf(bytes));
  }
  await compare(
    "list 100 sessions, 1 MB each against 1 KB each",
    { rounds: 30, limit: 1.5 },
    async () => {
      await new SessionManager(large).listSessions();
    },
    async () => {
      await new SessionManager(small).listSessions();
    },
  );
}

async function start(program: string, ...args: string[]): Promise<void> {
  const { success } = await new Deno.Command(program, { args, stdout: "null" }).output();
  if (!success) throw new Error(`Cannot run ${program}`);
}

const [architect, empty] = Deno.args;
if (architect === undefined || empty === undefined) {
  console.error("usage: sh scripts/bench.sh");
  Deno.exit(1);
}
const dir = await Deno.makeTempDir({ prefix: "architect-bench-" });
try {
  await benchSave(dir, 100_000, "100 KB");
  await benchSave(dir, 2_000_000, "2 MB");
  await benchListing(dir);
  await compare(
    "--version against an empty program",
    { rounds: 30, limit: 1.5 },
    () => start(architect, "--version"),
    () => start(empty),
  );
} finally {
  await Deno.remove(dir, { recursive: true });
}
