import { assertEquals } from "@std/assert";
import { ownLanguage } from "../../src/config/own_language.ts";
import { withWorkspace } from "../support/workspace.ts";

Deno.test("ownLanguage() gives the language of a config, and none where there is none", async (t) => {
  const cases: readonly (readonly [string, "es" | undefined])[] = [
    ["language: es\n", "es"],
    ["llm: {model: x}\n", undefined],
    ["language: klingon\n", undefined],
    ["language: es\nnonsense: 1\n", undefined],
    ["language: [", undefined],
  ];
  for (const [text, language] of cases) {
    await t.step(text.trim(), () =>
      withWorkspace(async (workspace) => {
        assertEquals(await ownLanguage(workspace), undefined);
        await Deno.mkdir(`${workspace}/.architect`);
        assertEquals(await ownLanguage(workspace), undefined);
        await Deno.writeTextFile(`${workspace}/.architect/config.yaml`, text);
        assertEquals(await ownLanguage(workspace), language);
      }));
  }
});

Deno.test({
  name: "ownLanguage() looks at nothing behind a link, and at nothing that is no file",
  ignore: Deno.build.os === "windows",
  fn: () =>
    withWorkspace(async (workspace) => {
      const folder = `${workspace}/.architect`;
      await Deno.mkdir(`${workspace}/elsewhere`);
      await Deno.writeTextFile(`${workspace}/elsewhere/config.yaml`, "language: es\n");
      await Deno.symlink("elsewhere", folder);
      assertEquals(await ownLanguage(workspace), undefined);

      await Deno.remove(folder);
      await Deno.writeTextFile(folder, "no folder");
      assertEquals(await ownLanguage(workspace), undefined);

      await Deno.remove(folder);
      await Deno.mkdir(folder);
      await Deno.symlink("../elsewhere/config.yaml", `${folder}/config.yaml`);
      assertEquals(await ownLanguage(workspace), undefined);
    }),
});
