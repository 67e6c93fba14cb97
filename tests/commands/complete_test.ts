import { assertEquals } from "@std/assert";
import { complete, type CompleteFlags, type Wanted } from "../../src/commands/complete.ts";
import { inEnglish, type Translate, translationInto } from "../../src/language.ts";
import { saveSession, withWorkspace } from "../support/workspace.ts";

async function printed(
  workspace: string,
  wanted: Partial<Wanted>,
  flags: Partial<CompleteFlags> = {},
  translate: Translate = inEnglish,
): Promise<string> {
  let text = "";
  const context = {
    workspace,
    translate,
    print(more: string): Promise<void> {
      text += more;
      return Promise.resolve();
    },
  };
  const code = await complete({ start: "", before: "", from: [], ...wanted }, {
    shell: "bash",
    columns: 60,
    ...flags,
  }, context);
  assertEquals(code, 0);
  return text;
}

const ID = "20260223-143022-a1b2c3";

Deno.test("complete() prints a word, and what a person is shown for it", async (t) => {
  const from = [{ value: "--json", description: "Print one JSON document." }, {
    value: "--no-stream",
    description: "Ask for whole answers.",
  }];
  const cases: readonly (readonly [string, Partial<Wanted>, Partial<CompleteFlags>, string])[] = [
    [
      "in columns",
      { from },
      {},
      "--json\t--json       Print one JSON document.\n" +
      "--no-stream\t--no-stream  Ask for whole answers.\n",
    ],
    [
      "that begins so",
      { from, start: "--no" },
      { shell: "fish" },
      "--no-stream\tAsk for whole answers.\n",
    ],
    ["cut", { from, start: "--no" }, { columns: 21 }, "--no-stream\t--no-stream  Ask fo…\n"],
    [
      "without more",
      { from: [{ value: "yolo", description: "" }], before: "--mode=" },
      {},
      "--mode=yolo\n",
    ],
    ["files", { from: "files" }, {}, ":files\n"],
    ["nothing", {}, {}, ""],
  ];
  for (const [name, wanted, flags, text] of cases) {
    await t.step(name, async () => assertEquals(await printed("", wanted, flags), text));
  }
});

Deno.test("complete() prints sessions without what could harm a terminal, or is a secret", async () => {
  await withWorkspace(async (workspace) => {
    const key = `ghp_${"a1B2".repeat(9)}`;
    await saveSession(workspace, {
      sessionId: ID,
      task: `a\tb\n\x1b[2J\u202e${key}${"x".repeat(900)}`,
    });
    const text = await printed(workspace, { from: "sessions", start: "2026" }, { columns: 1000 });
    const [line = "", ...more] = text.split("\n");
    assertEquals(more, [""]);
    const [value, shown = "", ...none] = line.split("\t");
    assertEquals([value, none], [ID, []]);
    assertEquals(
      shown.startsWith(`${ID}  success: a\\tb\\n\\x1b[2J\\u202e[redacted:`),
      true,
      shown,
    );
    assertEquals(shown.includes(key.slice(0, 12)), false);
    assertEquals(shown.length < 600, true);
  });
});

Deno.test("complete() prints agents of the config that need no quotes", async () => {
  await withWorkspace(async (workspace) => {
    await Deno.mkdir(`${workspace}/.architect`);
    await Deno.writeTextFile(
      `${workspace}/.architect/config.yaml`,
      'agents: {"plan": {}, "añadir": {}, "a b": {}, "$(id)": {}, "--yolo": {}, "a\\tb": {}}',
    );
    const text = await printed(workspace, { from: "agents" }, { shell: "fish" });
    assertEquals(text.split("\n"), [
      "build\tall tools",
      "plan\tonly reads",
      "resume\tonly reads",
      "review\tonly reads",
      "añadir\tfrom the config",
      "",
    ]);
  });
});

Deno.test("complete() prints nothing where a folder or a file cannot be used", async () => {
  await withWorkspace(async (workspace) => {
    await Deno.writeTextFile(`${workspace}/.architect`, "");
    assertEquals(await printed(workspace, { from: "sessions" }), "");
    assertEquals(await printed(workspace, { from: "sessions by full id" }), "");
  });
  await withWorkspace(async (workspace) => {
    await Deno.mkdir(`${workspace}/.architect`);
    await Deno.writeTextFile(`${workspace}/.architect/config.yaml`, "agents: [");
    assertEquals(await printed(workspace, { from: "agents" }), "");
  });
});

Deno.test("complete() tells in Spanish what agents are, and what last is", async () => {
  await withWorkspace(async (workspace) => {
    await saveSession(workspace, { sessionId: ID, task: "añade tests", status: "partial" });
    await Deno.writeTextFile(`${workspace}/.architect/config.yaml`, "agents: {docs: {}}");
    const translate = await translationInto("es");
    const told = async (wanted: Partial<Wanted>) =>
      await printed(workspace, wanted, { shell: "fish", columns: 100 }, translate);
    assertEquals(
      await told({ from: "sessions" }),
      `${ID}\tpartial: añade tests\nlast\tla sesión más reciente en la que nadie está trabajando\n`,
    );
    assertEquals(
      await told({ from: "agents", start: "d" }),
      "docs\tde la configuración\n",
    );
    assertEquals(
      await told({ from: "agents", start: "p" }),
      "plan\tsolo lee\n",
    );
    assertEquals(
      await told({ from: "agents", start: "b" }),
      "build\ttodas las herramientas\n",
    );
  });
});
