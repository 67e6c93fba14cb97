/** Things in the folder of the sessions that are no files of architect: nothing hangs on them. */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { architect, type ArchitectOptions, startArchitect } from "../support/architect.ts";
import { readFolder } from "../support/folder_content.ts";
import { cassetteText } from "../support/cassette_text.ts";
import { NO_DEVICES, ODD_THINGS } from "../support/odd_things.ts";
import { asUser, ONLY_ROOT, own } from "../support/other_user.ts";
import { text } from "../support/scripted_provider.ts";
import { withWorkspace } from "../support/workspace.ts";

const ID = "20260101-000000-000001";
const TWIN = "20260101-000000-000002";
const windows = Deno.build.os === "windows";
const linux = Deno.build.os === "linux";

/** More than any of these commands takes: one that hangs is ended, and its signal tells. */
const HANG_MS = 60_000;

const RESUME = ["resume", ID, "go on", "--model", "replay:answers.jsonl", "--mode", "yolo"];
const CLEANUP = ["cleanup", "--older-than", "0", "--damaged"];

/** What a session is in these tests: two messages, no history. */
function stateText(id: string): string {
  const messages = [{ role: "user", content: "do it" }, { role: "assistant", content: "done" }];
  const dict = { session_id: id, task: "do it", status: "running", messages };
  return JSON.stringify({ ...dict, metadata: { answers_saved: 1 } });
}

/** Puts two sessions into a folder, and a cassette for one of them. */
async function prepare(workspace: string): Promise<string> {
  const folder = `${workspace}/.architect/sessions`;
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  for (const id of [ID, TWIN]) await Deno.writeTextFile(`${folder}/${id}.json`, stateText(id));
  await Deno.writeTextFile(`${workspace}/outside.txt`, "mine");
  const answers = [text("done"), text("gone on")];
  await Deno.writeTextFile(`${workspace}/answers.jsonl`, cassetteText(answers));
  return folder;
}

/** Runs a command with `--json`; gives its exit code and document. */
async function outcome(args: readonly string[], options: ArchitectOptions) {
  const process = await startArchitect([...args, "--json"], options);
  const guard = setTimeout(() => process.kill("SIGKILL"), HANG_MS);
  const result = await process.result;
  clearTimeout(guard);
  assertEquals(result.signal, null, `${args.join(" ")} hangs`);
  const json = result.json();
  assert(json.error?.code !== "internal", result.stdout);
  return { code: result.code, json };
}

/** The files of a session that something odd can stand in the place of, and what comes of it. */
const PLACES = [
  { file: `${ID}.json`, status: "corrupt", show: 6, resume: 6, cleanup: 0, remove: 0 },
  { file: `${ID}.jsonl`, status: "interrupted", show: 0, resume: 6, cleanup: 0, remove: 0 },
  { file: `${ID}.lock`, status: "interrupted", show: 0, resume: 3, cleanup: 1, remove: 3 },
  { file: `.${ID}.json.tmp`, status: "interrupted", show: 0, resume: 0, cleanup: 0, remove: 0 },
] as const;

for (const place of PLACES) {
  Deno.test({
    name: `nothing hangs on ${place.file.replace(ID, "<id>")} that is no file${NO_DEVICES}`,
    ignore: windows,
    fn: async (t) => {
      // Links of all kinds are told from files by the same look.
      const telling = ["a pipe", "a folder", "a link to a file outside"];
      const all = place.file === `${ID}.json`;
      for (const thing of ODD_THINGS.filter(({ name }) => all || telling.includes(name))) {
        await t.step(thing.name, () =>
          withWorkspace(async (workspace) => {
            const folder = await prepare(workspace);
            await Deno.remove(`${folder}/${place.file}`).catch(() => {});
            await thing.make(`${folder}/${place.file}`);
            await assertStands(workspace, place, thing.called);
          }));
      }
    },
  });
}

type Place = typeof PLACES[number];

async function assertStands(workspace: string, place: Place, called: string): Promise<void> {
  const folder = `${workspace}/.architect/sessions`;
  const run = (...args: string[]) => outcome(args, { cwd: workspace });
  const before = await readFolder(folder);

  const list = await run("sessions");
  const listed = list.json.find(({ id }: { id: string }) => id === ID);
  assertEquals([list.code, list.json.length, listed.status], [0, 2, place.status]);
  if (place.status === "corrupt") assertStringIncludes(listed.reason, called);
  assertEquals((await run("sessions", "show", ID)).code, place.show);
  assertEquals((await run(...CLEANUP, "--dry-run")).code, 0);
  assertEquals(await readFolder(folder), before);

  const resumed = await run(...RESUME);
  assertEquals(resumed.code, place.resume, JSON.stringify(resumed.json));
  if (place.resume > 0) {
    assertStringIncludes(resumed.json.error.message, called);
    const { [`${ID}.lock`]: _new, ...after } = await readFolder(folder);
    const { [`${ID}.lock`]: _old, ...then } = before;
    assertEquals(after, then);
  }
  const removed = await run("sessions", "delete", ID);
  assertEquals(removed.code, place.remove, JSON.stringify(removed.json));
  const left = Object.keys(await readFolder(folder)).filter((name) => name.includes(ID));
  assertEquals(left.length > 0, place.remove > 0, left.join());
  const cleaned = await run(...CLEANUP);
  assertEquals(cleaned.code, place.cleanup, JSON.stringify(cleaned.json));
  assertEquals(await Deno.readTextFile(`${workspace}/outside.txt`), "mine");
}

Deno.test("a session of which a folder cannot go is not removed by halves", async (t) => {
  for (const file of [`${ID}.json`, `${ID}.jsonl`, `.${ID}.json.tmp`, `${ID}.notes`]) {
    await t.step(file, () =>
      withWorkspace(async (workspace) => {
        const folder = await prepare(workspace);
        await Deno.writeTextFile(`${folder}/${ID}.lock`, "");
        await Deno.remove(`${folder}/${file}`).catch(() => {});
        await Deno.mkdir(`${folder}/${file}/inside`, { recursive: true });
        const family = async () => Object.keys(await readFolder(folder, ID));
        const before = await family();
        const deleted = await outcome(["sessions", "delete", ID], { cwd: workspace });
        assertEquals([deleted.code, deleted.json.error.code], [1, "incomplete"]);
        assertEquals(await family(), before);
        const cleaned = await outcome(CLEANUP, { cwd: workspace });
        assertEquals([cleaned.code, cleaned.json.kept.length], [1, 1]);
        assertEquals(await family(), before);
      }));
  }
});

Deno.test("the folder of the sessions may be full of files that are no sessions", () =>
  withWorkspace(async (workspace) => {
    const folder = await prepare(workspace);
    for (const name of foreignNames()) await Deno.writeTextFile(`${folder}/${name}`, stateText(ID));
    const before = await readFolder(folder);
    const run = (...args: string[]) => outcome(args, { cwd: workspace });

    const list = await run("sessions");
    assertEquals(list.json.map(({ id }: { id: string }) => id), [TWIN, ID]);
    assertEquals(await readFolder(folder), before);
    for (const name of ["CON", "..", "x y", `${ID}.json`, "a".repeat(300), "\n", "é"]) {
      assertEquals((await run("sessions", "show", name)).code, 3, name);
    }
    assertEquals((await run(...RESUME)).code, 0);
    assertEquals((await run("sessions", "delete", ID)).code, 0);
    assertEquals((await run(...CLEANUP)).json.removed.length, 1);
    const left = Object.entries(await readFolder(folder));
    assertEquals(
      left,
      Object.entries(before).filter(([name]) => !/^\d{8}-\d{6}-00000[12]\./.test(name)),
    );
  }));

/** Names that are nearly those of a session, that mean something to a system, and 3,000 others. */
function foreignNames(): string[] {
  const names = [
    `x${ID}.json`,
    `${ID}x.json`,
    `${ID}`,
    "20260101-000000-00000G.json",
    "20260101-000000-ABCDEF.json",
    "２０２６0101-000000-000001.json",
    "notes.json",
    "é 🚀.json",
    `${"a".repeat(250)}.json`,
  ];
  if (!windows) names.push("CON.json", "..json", "a\nb.json", " .json", "-rf", "*.json", "\x1b[2J");
  return [...names, ...Array.from({ length: 3000 }, (_, i) => `foreign_${i}.json`)];
}

Deno.test({
  name: "a name that is no UTF-8 is in nobody's way",
  // Other systems have no such names.
  ignore: !linux,
  fn: () =>
    withWorkspace(async (workspace) => {
      const folder = await prepare(workspace);
      const touch = `touch "$(printf '\\377.json')" "$(printf '${ID}.\\377')"`;
      await new Deno.Command("sh", { args: ["-c", touch], cwd: folder }).output();
      const list = await architect(["sessions", "--json"], { cwd: workspace });
      assertEquals([list.code, list.json().length], [0, 2], list.stderr);
      assertEquals((await outcome(RESUME, { cwd: workspace })).code, 0);
    }),
});

Deno.test({
  name: "twins by a hard link do not become each other",
  ignore: windows,
  fn: () =>
    withWorkspace(async (workspace) => {
      const folder = await prepare(workspace);
      await Deno.remove(`${folder}/${TWIN}.json`);
      await Deno.link(`${folder}/${ID}.json`, `${folder}/${TWIN}.json`);
      const list = await architect(["sessions", "--json"], { cwd: workspace });
      assertEquals(list.json().map(({ status }: { status: string }) => status), [
        "corrupt",
        "interrupted",
      ]);
      assertEquals((await outcome(RESUME, { cwd: workspace })).code, 0);
      assertEquals(await Deno.readTextFile(`${folder}/${TWIN}.json`), stateText(ID));
      await Deno.remove(`${folder}/${TWIN}.json`);
      await Deno.writeTextFile(`${folder}/${TWIN}.json`, stateText(TWIN));
      await Deno.link(`${folder}/${ID}.jsonl`, `${folder}/${TWIN}.jsonl`);
      const before = await readFolder(folder);
      const twin = await outcome(RESUME.map((word) => word === ID ? TWIN : word), {
        cwd: workspace,
      });
      assertEquals(twin.code, 6);
      const { [`${TWIN}.lock`]: _new, ...after } = await readFolder(folder);
      assertEquals(after, before);
    }),
});

Deno.test({
  name: `a file that may not be read is told of, and hides no other${ONLY_ROOT}`,
  ignore: ONLY_ROOT !== "",
  fn: async (t) => {
    const cases = [
      { file: `${ID}.json`, status: "corrupt", resume: 3 },
      { file: `${ID}.jsonl`, status: "interrupted", resume: 3 },
      { file: `${ID}.lock`, status: "running", resume: 8 },
    ];
    for (const { file, status, resume } of cases) {
      await t.step(file, () =>
        asUser(async (workspace, user) => {
          const folder = await prepare(workspace);
          await Deno.writeTextFile(`${folder}/${file}`, "", { append: true });
          await own(workspace);
          await Deno.chmod(`${folder}/${file}`, 0);
          const options = { cwd: workspace, ...user };
          const list = await outcome(["sessions"], options);
          const found = list.json.find(({ id }: { id: string }) => id === ID);
          assertEquals([list.code, list.json.length, found.status], [0, 2, status]);
          if (status === "corrupt") assertStringIncludes(found.reason, "permission is denied");
          const resumed = await outcome(RESUME, options);
          assertStringIncludes(resumed.json.error.message, "permission is denied");
          assertEquals(resumed.code, resume, JSON.stringify(resumed.json));
          const { mode } = await Deno.lstat(`${folder}/${file}`);
          assertEquals(mode! & 0o777, 0);
        }));
    }
  },
});
