/** Damaged sessions, chosen by dice, through the built program. A failure names the seed. */

import { assert, assertEquals } from "@std/assert";
import { architect, type ArchitectResult } from "../support/architect.ts";
import { cassetteText } from "../support/cassette_text.ts";
import { type EntryContent, readFolder } from "../support/folder_content.ts";
import { text } from "../support/scripted_provider.ts";
import { withWorkspace } from "../support/workspace.ts";
import { goodFiles } from "../session/good_files.ts";
import { fillFolder } from "../session/hostile_folder.ts";

const ROUNDS = Number(Deno.env.get("ARCHITECT_TEST_ROUNDS") ?? 1);
const SESSIONS = 20;

const FILES = await goodFiles();

/** Enough for every step that the damaged sessions say they have had. */
const ANSWERS = cassetteText(Array.from({ length: 60 }, () => text("gone on")));

for (let seed = 0; seed < ROUNDS; seed++) {
  Deno.test(`damaged sessions are shown, resumed and deleted, or refused (seed ${seed})`, () =>
    withWorkspace(async (workspace) => {
      const ids = await fillFolder(workspace, FILES, SESSIONS, seed + 5000);
      await Deno.writeTextFile(`${workspace}/answers.jsonl`, ANSWERS);
      const run = async (...args: string[]) => await told(args, workspace);
      const folder = `${workspace}/.architect/sessions`;

      const before = await readFolder(folder);
      const listed = (await run("sessions", "--json")).json();
      assert(listed.length > SESSIONS / 2);
      for (const { status, reason } of listed) assertEquals(status === "corrupt", Boolean(reason));
      assertPlain(await run("sessions"));
      for (const id of ids) assertShown(await run("sessions", "show", id, "--json"), id);
      for (const id of ids.slice(0, 5)) assertPlain(await run("sessions", "show", id));
      for (const [index, id] of ids.slice(0, 9).entries()) {
        const format = ["md", "html", "json"][index % 3]!;
        const exported = await run("sessions", "export", id, "--format", format);
        assert([0, 3, 6].includes(exported.code), exported.stderr);
      }
      const verified = (await run("sessions", "verify", "--json")).json().sessions;
      assertEquals(verified.length, listed.length);
      const cleaned = await run("cleanup", "--older-than", "0", "--damaged", "--dry-run", "--json");
      assertEquals(cleaned.code, 0);
      assertEquals(await readFolder(folder), before);

      let wentOn = 0;
      for (const id of ids) if (await resumes(run, folder, id)) wentOn++;
      assert(wentOn > 2, `${wentOn} went on`);
      for (const id of ids) await deletes(run, folder, id);
      assertEquals(await readFolder(folder), {});
    }));
}

type Run = (...args: string[]) => Promise<ArchitectResult>;

/** Runs a command, which neither crashes nor speaks of its own insides. */
async function told(args: readonly string[], cwd: string): Promise<ArchitectResult> {
  const result = await architect(args, { cwd });
  const words = args.join(" ");
  assertEquals(result.signal, null, words);
  assert(
    !/^\s+at |TypeError|RangeError|panicked/m.test(result.stderr),
    `${words}\n${result.stderr}`,
  );
  if (args.includes("--json")) assert(result.json().error?.code !== "internal", result.stdout);
  return result;
}

function assertPlain({ stdout, stderr }: ArchitectResult): void {
  // deno-lint-ignore no-control-regex
  assert(!/[\x00-\x09\x0b-\x1f\x7f-\x9f]/.test(stdout + stderr), JSON.stringify(stdout + stderr));
}

function assertShown(shown: ArchitectResult, id: string): void {
  if (shown.code === 0) return assertEquals(shown.json().session_id, id);
  const { error } = shown.json();
  // A history of which nobody has had an answer is no session.
  assertEquals(shown.code, error.code === "session_not_found" ? 3 : 6, shown.stdout);
  assert(error.message.includes(id), error.message);
}

/** Resumes a session; false when it is refused, which leaves its files as they were. */
async function resumes(run: Run, folder: string, id: string): Promise<boolean> {
  const family = async () => {
    const { [`${id}.lock`]: _lock, ...files } = await readFolder(folder, id);
    return files;
  };
  const before = await family();
  const resumed = await run(
    ...["resume", id, "go on", "--model", "replay:answers.jsonl", "--mode", "yolo", "--json"],
  );
  const document = resumed.json();
  if (resumed.code === 0) {
    assertEquals([document.output, document.session_id], ["gone on", id]);
    assertEquals(
      (await run("sessions", "show", id, "--json")).json().messages.at(-1).content,
      "gone on",
    );
    return true;
  }
  // 1: past the end of the cassette; 2: the budget is spent; 3: an agent or a tool that there is not.
  assert([1, 2, 3, 6].includes(resumed.code), resumed.stdout);
  assert(document.error !== null || resumed.code === 2, resumed.stdout);
  if (resumed.code === 6) assertEquals(await family(), before);
  else assertKept(before, await family());
  return false;
}

/** What could not be read is still there, under one name or another. */
function assertKept(
  before: Record<string, EntryContent>,
  after: Record<string, EntryContent>,
): void {
  const contents = Object.values(after).map(({ content }) => content);
  for (const { content } of Object.values(before)) {
    const lines = content.slice(0, content.lastIndexOf("\n") + 1);
    assert(contents.some((one) => one === content || one.startsWith(lines)));
  }
}

async function deletes(run: Run, folder: string, id: string): Promise<void> {
  const deleted = await run("sessions", "delete", id, "--json");
  assertEquals(deleted.code, 0, deleted.stdout);
  assertEquals(await readFolder(folder, id), {});
}
