/** What each command loads before it does anything: see `deno info`. Dynamic imports come later, or never. */

import { assert, assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { importFlags } from "../support/from_source.ts";

const COMMANDS = new URL("../../src/commands/", import.meta.url);

interface Dependency {
  readonly code?: { readonly specifier?: string };
  readonly isDynamic?: boolean;
}

interface Graph {
  readonly roots: readonly string[];
  readonly modules: readonly {
    readonly specifier: string;
    readonly dependencies?: readonly Dependency[];
  }[];
}

/** Specifiers of all modules that are loaded with one. */
async function loadedWith(path: string): Promise<string[]> {
  const { stdout, success } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", ...await importFlags(), path],
    stderr: "null",
  }).output();
  assert(success, path);
  const graph: Graph = JSON.parse(new TextDecoder().decode(stdout));
  const modules = new Map(graph.modules.map((module) => [module.specifier, module]));
  const loaded = new Set<string>();
  const queue = [...graph.roots];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (loaded.has(next)) continue;
    loaded.add(next);
    for (const { code, isDynamic } of modules.get(next)?.dependencies ?? []) {
      if (code?.specifier !== undefined && !isDynamic) queue.push(code.specifier);
    }
  }
  return [...loaded].sort();
}

/** What a command may load of the heavy packages, and of the layers that only a run needs. */
const MAY_LOAD: Readonly<Record<string, readonly string[]>> = {
  sessions: [],
  sessions_show: [],
  sessions_delete: [],
  sessions_verify: [],
  sessions_stats: [],
  sessions_export: [],
  sessions_fork: [],
  permissions: [],
  schema: [],
  // Its age comes from the config.
  cleanup: ["config", "valibot", "yaml"],
  run: ["cliffy", "config", "llm", "tools", "valibot", "yaml", "re2js"],
};

const HEAVY = ["openai", "genai-prices", "valibot", "yaml", "re2js", "cliffy"];
const OF_A_RUN = ["config", "llm", "tools"];

function heavyOf(modules: readonly string[]): string[] {
  const packages = HEAVY.filter((name) => modules.some((module) => module.includes(name)));
  const layers = OF_A_RUN.filter((name) => modules.some((one) => one.includes(`/src/${name}/`)));
  return [...packages, ...layers].sort();
}

function shortName(specifier: string): string {
  return specifier.replace(/^.*\/src\//, "").replace(/^.*\/(@?[a-z-]+\/[^/]+)\/.*$/, "$1");
}

Deno.test("each command loads what it uses, and nothing that only a run needs", async (t) => {
  for (const [command, may] of Object.entries(MAY_LOAD)) {
    await t.step(command, async () => {
      const modules = await loadedWith(fromFileUrl(new URL(`${command}.ts`, COMMANDS)));
      const names = [...new Set(modules.map(shortName))].filter((name) => !name.startsWith("@std"));
      console.log(`${command}: ${modules.length} modules: ${names.join(" ")}`);
      assertEquals(heavyOf(modules).filter((name) => !may.includes(name)), []);
    });
  }
});

Deno.test("the entry answers the version and the help without any package", async () => {
  const main = fromFileUrl(new URL("../main.ts", COMMANDS));
  const modules = await loadedWith(main);
  console.log(`main: ${modules.length} modules: ${modules.map(shortName).join(" ")}`);
  assertEquals(heavyOf(modules), []);
  assertEquals(modules.filter((module) => module.includes("cliffy")), []);
});
