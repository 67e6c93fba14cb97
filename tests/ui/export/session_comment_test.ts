import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import type { Message } from "../../../src/llm/provider.ts";
import { translationInto } from "../../../src/language.ts";
import { text } from "../../../src/text.ts";
import { escapeControls } from "../../../src/ui/escape.ts";
import { MOST_CHARACTERS, sessionComment } from "../../../src/ui/export/session_comment.ts";
import { asks, HOSTILE, hostile, ID, result, steps, usual } from "./sessions.ts";

Deno.test("sessionComment() tells of a session, its steps folded", () => {
  assertEquals(
    sessionComment(usual(), "success"),
    `<h3>architect: success <code>llm_done</code></h3>

<p><code>añade tests</code></p>

<ul>
<li>Session <code>${ID}</code>, agent <code>build</code>, model <code>gpt-4o</code></li>
<li>3 steps, $0.0300, 1 run, 2026-02-23T14:30:22Z to 2026-02-23T14:30:22Z</li>
<li>Changed: <code>src/a.ts</code></li>
</ul>

**Answer**

<p><code>Done.</code><br>
<br>
<code>All of it.</code></p>

<details><summary>Steps: 3</summary>

<div>user · 2026-02-23T14:30:01Z · <code>añade tests</code></div>

<details><summary><b>Step 1</b> · $0.0100 · 2026-02-23T14:30:02Z · <code>read_file src/a.ts</code> <code>2 lines</code> · <code>run_command make</code> <code>[exit code 2]</code></summary>

\`\`\`text
let a;
use(a);
\`\`\`

\`\`\`text
[exit code 2]
make: no rule
\`\`\`

</details>

<details><summary><b>Step 2</b> · $0.0100 · 2026-02-23T14:30:05Z · <code>edit_file src/a.ts</code> <code>Edited src/a.ts at line 1 (now 15 bytes)</code></summary>

\`\`\`diff
-let a;
+let b;
\`\`\`

</details>

<details><summary><b>Step 3</b> · $0.0100 · 2026-02-23T14:30:07Z · <code>Done.\\n\\nAll of it.</code></summary>

<p><code>Done.</code><br>
<br>
<code>All of it.</code></p>

</details>

</details>
`,
  );
});

Deno.test("sessionComment() is in the language of who exports it, and not longer", async () => {
  const translate = await translationInto("es");
  const notes = [text("message {number} is gone", { number: 3 })];
  const session = { ...usual({ filesModified: [] }), notes };
  const comment = sessionComment(session, "success", translate);
  const shown = [
    `<li>Sesión <code>${ID}</code>, agente <code>build</code>, modelo <code>gpt-4o</code></li>`,
    "<li>3 pasos, $0.0300, 1 ejecución, de 2026-02-23T14:30:22Z a 2026-02-23T14:30:22Z</li>",
    "<li>Cambios: ninguno</li>",
    "<li>No se sabe: <code>falta el mensaje 3</code></li>",
    "\n**Respuesta**\n",
    "<summary>Pasos: 3</summary>",
    "<div>usuario · ",
    "<b>Paso 1</b> · ",
    "<code>read_file src/a.ts</code> <code>2 líneas</code>",
  ];
  for (const part of shown) assertStringIncludes(comment, part);
  const filesModified = Array.from({ length: 99 }, (_, index) => `${"<".repeat(200)}${index}`);
  const long = sessionComment(steps(reads(5_000, 300), { filesModified }), "success", translate);
  assert(long.length <= MOST_CHARACTERS, `${long.length}`);
  assertMatch(long, /, 67 más<\/li>\n/);
  assertMatch(long, / \[…caracteres omitidos: 42\]<\/code>/);
  assertMatch(long, /^Aquí se omiten \d+ entradas anteriores\. La sesión entera: `architect/m);
});

/** Steps that each read a file of so many characters. */
function reads(count: number, characters: number): Message[] {
  return Array.from({ length: count }, (_, index) => [
    asks(["1", "read_file", { path: `${index}.ts` }]),
    result("1", `line ${index}\n`.padEnd(characters, "x&")),
  ]).flat();
}

Deno.test("sessionComment() is never longer than GitHub takes, and says what it cut", async (t) => {
  const long = "😀&".repeat(40_000);
  const cases: [string, Message[], string, RegExp][] = [
    ["results", reads(20, 20_000), "x", /\[…\d+ characters more\]/],
    ["many steps", reads(5_000, 300), "x", /^\d+ older entries left out here\. .* --format html/m],
    ["a long task and answer", [{ role: "assistant", content: long }], long, /characters more\]/],
    [
      "long lines",
      [asks(
        ...Array.from(
          { length: 500 },
          (_, index) => [`${index}`, "grep", { text: "'".repeat(200) }] as const,
        ),
      )],
      "x",
      /1 older entry left out/,
    ],
    ["long arguments", [asks(["1", "write_file", { path: "a", content: long }])], "x", /more\]/],
  ];
  for (const [name, messages, task, told] of cases) {
    await t.step(name, () => {
      const filesModified = Array.from(
        { length: 1000 },
        (_, index) => `${"<".repeat(200)}${index}`,
      );
      const comment = sessionComment(steps(messages, { task, filesModified }), "success");
      assert(comment.length <= MOST_CHARACTERS, `${comment.length}`);
      assert(comment.length > 5_000, `${comment.length}`);
      assertMatch(comment, told);
      assert(comment.isWellFormed());
      assertEquals(count(comment, /<details>/g), count(comment, /<\/details>/g));
      assert(comment.endsWith("</details>\n"));
    });
  }
});

Deno.test("sessionComment() leaves out the oldest steps first", () => {
  const comment = sessionComment(steps(reads(2_000, 300)), "partial");
  assertStringIncludes(comment, "<b>Step 2000</b>");
  assertEquals(comment.includes("<b>Step 1</b>"), false);
});

Deno.test("sessionComment() lets nothing out of its code", async (t) => {
  for (const text of HOSTILE) {
    await t.step(JSON.stringify(text), () => {
      const comment = sessionComment(hostile(text), "success");
      const { outside, fences } = withoutCode(comment);
      // What is left is the program's own.
      assertMatch(outside, /^[\x20-\x7e\n·]*$/);
      for (const word of ["script", "alert", "img", "svg", "style", "http", "@", "#1", "big"]) {
        assertEquals(outside.includes(word), false, `${word} in:\n${outside}`);
      }
      assert(fences >= 4, `${fences} fences`);
      assertEquals(escapeControls(comment, { newlines: true }), comment);
    });
  }
});

/**
 * A comment without its fences and `code` elements, read as CommonMark does: a line of as many backticks
 * ends a fence, and a `code` element is taken for code only inside a block of HTML.
 */
function withoutCode(comment: string): { readonly outside: string; readonly fences: number } {
  let fence: string | null = null;
  let inHtml = false;
  let fences = 0;
  const outside: string[] = [];
  for (const line of comment.split("\n")) {
    const mark = /^`{3,}/.exec(line)?.[0];
    if (fence !== null) {
      if (mark !== undefined && mark.length >= fence.length && line.trim() === mark) fence = null;
      continue;
    }
    if (mark !== undefined && !inHtml) {
      fence = mark;
      fences++;
      continue;
    }
    if (line.trim() === "") inHtml = false;
    else inHtml ||= /^<\/?(?:h3|p|ul|div|details)\b/.test(line);
    outside.push(inHtml ? line.replaceAll(/<code>[^<>]*<\/code>/g, "") : line);
  }
  assertEquals(fence, null, "a fence has no end");
  return { outside: outside.join("\n"), fences };
}

function count(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length;
}
