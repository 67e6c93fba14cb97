/** The exported page of a real run, in a real browser. */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { answer, chatServer } from "../support/chat_server.ts";
import { chromiumPath, type OpenPage, withPage } from "../support/chromium.ts";
import { DONE, inWorkspace, model, type Run } from "./support.ts";

const browser = await chromiumPath();
const REASON = browser === null ? " (left out: needs Chromium)" : "";

const HOSTILE = "</pre></details><script>document.title = 'owned'</script>" +
  "<img src=x onerror=\"document.title = 'owned'\"><style>*{display:none}</style>\u202e";

/** A run whose task, files and answers are hostile, and its page. */
async function exportPage(run: Run, workspace: string): Promise<string> {
  const calls = [
    { name: "write_file", args: { path: "a.txt", content: `${HOSTILE}\n`, mode: "overwrite" } },
    { name: "edit_file", args: { path: "a.txt", old_str: "</pre>", new_str: "</PRE>" } },
    { name: "read_file", args: { path: HOSTILE } },
  ];
  await using server = chatServer([answer({ content: HOSTILE, calls }), DONE]);
  const ended = await run(["run", `write ${HOSTILE}`, ...model(server)]);
  assertEquals(ended.code, 0, ended.stderr);
  const args = ["sessions", "export", "last", "--format", "html", "-o", "page.html"];
  const { code, stdout, stderr } = await run(args);
  assertEquals([code, stdout], [0, ""], stderr);
  return `${workspace}/page.html`;
}

/** Width and height of a PNG (https://www.w3.org/TR/png-3/#11IHDR). */
function sizeOf(png: Uint8Array): readonly [number, number] {
  assertEquals(new TextDecoder("latin1").decode(png.subarray(1, 4)), "PNG");
  const view = new DataView(png.buffer, png.byteOffset);
  return [view.getUint32(16), view.getUint32(20)];
}

const count = (page: OpenPage, selector: string): Promise<number> =>
  page.evaluate(`document.querySelectorAll(${JSON.stringify(selector)}).length`);

Deno.test({
  name: `an exported page is looked at in a browser${REASON}`,
  ignore: browser === null,
  fn: (t) =>
    inWorkspace(async (run, workspace) => {
      const file = await exportPage(run, workspace);
      await withPage(browser!, file, async (page) => {
        await t.step("it asks for nothing, and nothing hostile becomes a part of it", async () => {
          assertEquals(page.requests, [`file://${file}`]);
          assertEquals(page.complaints, []);
          assertEquals(await page.evaluate("document.title.startsWith('write </pre>')"), true);
          assertEquals(await count(page, "script, img, iframe, object, link, body style"), 0);
          assertEquals(await page.evaluate("document.body.innerText.includes('\\u202e')"), false);
        });
        await t.step("its style is taken, in the light and in the dark", async () => {
          const colors = [];
          for (const scheme of ["light", "dark"] as const) {
            await page.prefer(scheme);
            colors.push(await page.evaluate("getComputedStyle(document.body).backgroundColor"));
          }
          assertEquals(colors, ["rgb(255, 255, 255)", "rgb(13, 17, 23)"]);
        });
        await t.step("a click unfolds a call", async () => {
          const folded = await page.screenshot();
          const isShown = () =>
            page.evaluate("document.querySelector('.diff del').checkVisibility()");
          assertEquals([await count(page, "details[open]"), await isShown()], [0, false]);
          await page.click("details:has(.diff del) > summary");
          assertEquals([await count(page, "details[open]"), await isShown()], [1, true]);
          const diff = "document.querySelector('details[open] .diff').innerText";
          assertEquals(await page.evaluate(diff), "</pre>\n</PRE>");
          const unfolded = await page.screenshot();
          const [width, tall] = sizeOf(unfolded);
          assert(width > 500 && tall > 500, `${width} x ${tall}`);
          assert(folded.length > 5_000 && unfolded.join() !== folded.join());
        });
        await t.step("a link to a call unfolds it", async () => {
          const id = await page.evaluate("document.querySelector('[id^=call-]').id");
          assertEquals(await count(page, `details[open] > #${id}`), 0);
          await page.goTo(`#${id}`);
          assertEquals(await count(page, `details[open] > #${id}`), 1);
        });
        await t.step("it fits a narrow screen", async () => {
          await page.resize(360, 700);
          assertEquals(
            await page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"),
            true,
          );
        });
        assertEquals([page.complaints, page.requests], [[], [`file://${file}`]]);
      });
    }),
});

Deno.test({
  name: `the policy of an exported page refuses what would be put into it${REASON}`,
  ignore: browser === null,
  fn: () =>
    inWorkspace(async (run, workspace) => {
      const file = await exportPage(run, workspace);
      const whole = await Deno.readTextFile(file);
      const added =
        '<style>body { color: rgb(1, 2, 3) }</style><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">';
      await Deno.writeTextFile(file, whole.replace("</body>", `${added}</body>`));
      await withPage(browser!, file, async (page) => {
        assert(await page.evaluate("getComputedStyle(document.body).color") !== "rgb(1, 2, 3)");
        const [style = "", image = "", ...more] = page.complaints;
        assertMatch(style, /inline style violates.*Content Security Policy/s);
        assertMatch(image, /image.*violates.*Content Security Policy/s);
        assertEquals(more, []);
      });
    }),
});
