import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { inEnglish, translationInto } from "../../../src/language.ts";
import { text } from "../../../src/text.ts";
import { escapeControls } from "../../../src/ui/escape.ts";
import { costPlot } from "../../../src/ui/export/cost_plot.ts";
import { escapeHtml } from "../../../src/ui/export/escape_html.ts";
import { sessionPage } from "../../../src/ui/export/session_page.ts";
import { sessionStory } from "../../../src/ui/session_story.ts";
import { asks, HOSTILE, hostile, result, steps, usual } from "./sessions.ts";

const spanish = await translationInto("es");

/** Elements that a page is made of. */
const ELEMENTS: ReadonlySet<string> = new Set(
  ("html head meta title style body header section h1 h2 dl dt dd details summary pre code span ins " +
    "del table tr th td ol ul li div b time svg polygon polyline line text circle").split(" "),
);
/** Attributes that it may have, and what their values are. */
const ATTRIBUTES: Readonly<Record<string, RegExp>> = {
  lang: /^(en|es)$/,
  charset: /^utf-8$/,
  name: /^(viewport|color-scheme|referrer)$/,
  content: /^[\w .,=;'+/-]+$/,
  "http-equiv": /^Content-Security-Policy$/,
  class: /^[a-z ]+$/,
  id: /^(message-\d+|call-\d+-\d+)$/,
  viewBox: /^[\d ]+$/,
  role: /^img$/,
  "aria-label": /^[\w:$., ]+$/,
  points: /^[\d., ]+$/,
};

/** The tags of a page, as an HTML parser finds them in text without comments and scripts. */
function tags(page: string): { name: string; attributes: [string, string][] }[] {
  const content = page.replace(/<style>[^]*?<\/style>/, "").replace("<!doctype html>", "");
  return [...content.matchAll(/<(\/?)([^\s>/]*)([^>]*)>/g)].map(([, , name = "", rest = ""]) => ({
    name,
    attributes: [...rest.matchAll(/([^\s="/]+)="([^"]*)"/g)].map(([, key = "", value = ""]) =>
      [key, value] as [string, string]
    ),
  }));
}

Deno.test("sessionPage() shows a session: head, runs, cost, steps, calls, diffs, answer", async () => {
  const page = await sessionPage(usual(), "success");
  const shown = [
    "<h1>añade tests</h1>",
    "<dt>Status</dt><dd>success (llm_done)</dd>",
    "<dt>Agent</dt><dd>build, yolo</dd>",
    "<dt>Cost</dt><dd>$0.0300</dd>",
    "<dt>Files</dt><dd><code>src/a.ts</code></dd>",
    "<h2>Answer</h2>\n<pre>\nDone.\n\nAll of it.</pre>",
    "<td>2026-02-23T14:30:22Z</td><td>3</td><td>$0.0300</td><td>llm_done</td><td>mode: yolo</td>",
    '<svg class="plot"',
    '<time class="quiet">2026-02-23T14:30:02Z</time>',
    "<summary><code>run_command</code> <code>make</code> " +
    '<span class="quiet">[exit code 2]</span></summary>',
    '<pre class="diff"><del>let a;</del><ins>let b;</ins></pre>',
    "<pre>\nlet a;\nuse(a);\n</pre>",
    "<details><summary>system prompt</summary>\n<pre>\nYou are an agent.</pre>\n</details>",
  ];
  for (const part of shown) assertStringIncludes(page, part);
});

Deno.test("sessionPage() needs nothing beside it, and forbids the rest", async () => {
  const page = await sessionPage(usual(), "success");
  assertMatch(
    page,
    /content="default-src 'none'; style-src 'sha256-[\w+/=]{44}'; base-uri 'none'; form-action 'none'"/,
  );
  for (const word of ["<script", "http:", "https:", "@import", "url(", "style="]) {
    assertEquals(page.includes(word), false, word);
  }
});

Deno.test("sessionPage() is in the language of who exports it", async () => {
  const notes = [text("message {number} is gone", { number: 3 })];
  const page = await sessionPage({ ...usual(), notes }, "success", spanish);
  const shown = [
    '<html lang="es">',
    "<dt>Estado</dt><dd>success (llm_done)</dd>",
    "<dt>Hora</dt><dd>de 2026-02-23T14:30:22Z a 2026-02-23T14:30:22Z</dd>",
    "<h2>No se sabe</h2>\n<ul><li>falta el mensaje 3</li></ul>",
    "<h2>Respuesta</h2>",
    "<th>Ampliado por una opción</th>",
    "<td>llm_done</td><td>modo: yolo</td>",
    'aria-label="Coste: $0.0300, respuestas: 3"',
    "<title>paso 2: $0.0200</title>",
    "<b>usuario</b>",
    "<b>Paso 1</b>",
    '<code>src/a.ts</code> <span class="quiet">2 líneas</span>',
    "<summary>instrucción del sistema</summary>",
  ];
  for (const part of shown) assertStringIncludes(page, part);
  const english = await sessionPage({ ...usual(), notes }, "success");
  assertEquals(tags(page).map(({ name }) => name), tags(english).map(({ name }) => name));
  const rest = page.replace(/<pre>[^]*?<\/pre>|<style>[^]*?<\/style>|<[^>]*>/g, "\n");
  assertEquals(/\b(Status|Steps?|Cost|Runs|Answer|Files|Started|user|to)\b/.exec(rest), null);
});

Deno.test("sessionPage() lets nothing out of its text", async (t) => {
  const cases = HOSTILE.flatMap((text) => [[text, inEnglish], [text, spanish]] as const);
  for (const [text, translate] of cases) {
    const language = translate === spanish ? "es" : "en";
    await t.step(`${language} ${JSON.stringify(text)}`, async () => {
      const page = await sessionPage(hostile(text), "success", translate);
      const plain = await sessionPage(hostile("x"), "success", translate);
      const names = (found: string) => tags(found).map(({ name }) => name).toSorted();
      assertEquals(new Set(names(page)).difference(ELEMENTS), new Set());
      // As many as where nothing is hostile, but for lines, and what the heading leaves out.
      const some = new Set(["ins", "del", "span", "details", "summary", "pre"]);
      const fixed = (found: string) => names(found).filter((name) => !some.has(name));
      assertEquals(fixed(page), fixed(plain));
      for (const { attributes } of tags(page)) {
        for (const [key, value] of attributes) {
          if (/^(x|y|cx|cy|r|x1|x2|y1|y2)$/.test(key)) assertMatch(value, /^[\d.]+$/);
          else assertMatch(value, ATTRIBUTES[key] ?? /^\b$/, key);
        }
      }
      assertEquals(escapeControls(page, { newlines: true }), page);
    });
  }
});

Deno.test("sessionPage() shows a long task whole, below its beginning", async () => {
  const task = `first line\n${"long ".repeat(100)}end`;
  const page = await sessionPage(usual({ task }), "success");
  assertStringIncludes(page, "<h1>first line</h1>\n<details><summary>The whole task</summary>");
  assertStringIncludes(page, `<pre>\n${task}</pre>`);
});

Deno.test("sessionPage() leaves out what there is nothing of", async () => {
  const page = await sessionPage(steps([]), "interrupted");
  assertEquals([...page.matchAll(/<h2>(\w+)/g)].map(([, title]) => title), []);
  assertStringIncludes(page, "<dt>Files</dt><dd>none</dd>");
});

Deno.test("sessionPage() shows arguments that are no JSON, and a call without a result", async () => {
  const page = await sessionPage(steps([asks(["1", "grep", '{"te<xt'])]), "interrupted");
  assertStringIncludes(page, "<pre>\n{&quot;te&lt;xt</pre>");
  assertStringIncludes(page, '<span class="quiet">no result</span>');
});

Deno.test("costPlot() draws what was spent after each step", () => {
  const story = sessionStory(usual().messages);
  const plot = costPlot(story) ?? "";
  assertStringIncludes(plot, 'aria-label="Cost: $0.0300 over 3 answers"');
  const titles = [...plot.matchAll(/<title>([^<]*)<\/title>/g)].map(([, title]) => title);
  assertEquals(titles, ["step 1: $0.0100", "step 2: $0.0200", "step 3: $0.0300"]);
  const [, points = ""] = /<polyline class="line" points="([^"]*)"/.exec(plot) ?? [];
  const heights = points.split(" ").map((point) => Number(point.split(",")[1]));
  // Down the page is less.
  assertEquals(heights, heights.toSorted((a, b) => b - a));
  assertEquals(heights.length, 4);
});

Deno.test("costPlot() marks a step whose cost is unknown, and draws nothing without costs", () => {
  const story = sessionStory(usual().messages);
  const unknown = story.map((item) => item.step === 2 ? { ...item, cost: null } : item);
  assertStringIncludes(
    costPlot(unknown) ?? "",
    "<title>step 2: $0.0100, its own cost is unknown</title>",
  );
  assertEquals(costPlot(story.map((item) => ({ ...item, cost: null }))), null);
  assertEquals(costPlot(story.map((item) => ({ ...item, cost: 0 }))), null);
  assertEquals(costPlot([]), null);
});

Deno.test("costPlot() stays small with thousands of steps", () => {
  const messages = Array.from({ length: 3000 }, (_, index) => [
    asks([`${index}`, "grep", {}]),
    result(`${index}`, "none"),
  ]).flat();
  const plot = costPlot(sessionStory(steps(messages).messages)) ?? "";
  assert(plot.length < 100_000, String(plot.length));
  assertEquals(plot.includes("<circle"), false);
});

Deno.test("escapeHtml() makes markup, quotes and hidden characters text", () => {
  assertEquals(
    escapeHtml(`<a b='c' d="e">&\u202e\r\n\ud800`, { newlines: true }),
    "&lt;a b=&#39;c&#39; d=&quot;e&quot;&gt;&amp;\\u202e\n\ufffd",
  );
});
