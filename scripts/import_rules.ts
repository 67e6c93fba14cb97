/** Which layer of src/ may import which: the one way down. */

/** What the modules of a layer may import from other layers. */
interface Rule {
  /** Layers of which everything may be imported. */
  readonly all: readonly string[];
  /** Layers of which only types may be imported. */
  readonly types: readonly string[];
}

/** May be imported by all. */
const FREE = ["errors", "json", "language", "mode", "secrets", "text", "until_aborted", "usd"];

const BELOW_APP = [
  "agent",
  "config",
  "environment",
  "files",
  "llm",
  "session",
  "tools",
  "version",
];
const BELOW_COMMANDS = [...BELOW_APP, "app", "interrupt", "permissions", "ui"];

/**
 * Layer to rule. A folder of src/ is a layer, and so is a file that lies in src/ itself. Modules of
 * one layer may import each other.
 */
const RULES: Readonly<Record<string, Rule>> = {
  text: { all: [], types: ["spanish"] },
  spanish: { all: [], types: ["text"] },
  errors: { all: ["text"], types: [] },
  language: { all: ["errors", "text", "spanish"], types: [] },
  json: { all: [], types: [] },
  mode: { all: [], types: [] },
  secrets: { all: [], types: [] },
  until_aborted: { all: [], types: [] },
  usd: { all: [], types: [] },
  version: { all: [], types: [] },
  files: { all: [], types: [] },
  permissions: { all: [], types: [] },
  interrupt: { all: [], types: [] },
  llm: { all: ["files"], types: ["config"] },
  session: { all: ["files"], types: ["llm"] },
  tools: { all: ["files"], types: ["llm", "config"] },
  agent: { all: ["files", "session", "tools"], types: ["llm", "config"] },
  environment: { all: ["files"], types: ["config"] },
  config: { all: ["files", "environment", "agent"], types: ["session"] },
  app: { all: BELOW_APP, types: [] },
  ui: { all: ["files", "agent"], types: ["session", "tools", "llm", "config", "commands"] },
  commands: { all: BELOW_COMMANDS, types: [] },
  cli: { all: [...BELOW_COMMANDS, "commands"], types: [] },
  program: { all: [...BELOW_COMMANDS, "commands", "cli"], types: [] },
  main: { all: ["cli", "program"], types: [] },
};

/** Files of src/ that are a part of a layer with another name. */
const PARTS: Readonly<Record<string, string>> = {
  secret_assignments: "secrets",
  secret_lines: "secrets",
  secret_shapes: "secrets",
};

/** Contracts: types, and the errors that belong to them. Free to all who may import the types. */
const CONTRACTS = ["llm/provider.ts"];

/** An import that goes where it must not. */
export interface Violation {
  /** The importing file, relative to src/. */
  readonly file: string;
  readonly line: number;
  /** What is wrong with it. */
  readonly problem: string;
}

interface Import {
  readonly specifier: string;
  readonly typesOnly: boolean;
  readonly line: number;
}

/** Comments hold examples with imports of their own: blanked, so that lines keep their numbers. */
function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, " "))
    .replace(/^\s*\/\/.*$/gm, "");
}

const STATIC = /^[ \t]*(?:import|export)\s+(type\s+)?([^;"'`]*?from\s*)?["']([^"'\n]+)["']/gm;
const DYNAMIC = /\bimport\(\s*["'`]([^"'`\n]+)["'`]\s*[,)]/g;

function importsOf(source: string): Import[] {
  const text = withoutComments(source);
  const lineAt = (index: number): number => text.slice(0, index).split("\n").length;
  const found: Import[] = [];
  for (
    const { 0: all, 1: type, 2: names = "", 3: specifier = "", index } of text.matchAll(STATIC)
  ) {
    const listed = /\{([^}]*)\}/.exec(names)?.[1];
    const inline = listed !== undefined && /^\s*\{/.test(names) &&
      listed.split(",").every((name) => /^\s*(type\s|$)/.test(name));
    const start = index + all.length - all.trimStart().length;
    found.push({ specifier, typesOnly: type !== undefined || inline, line: lineAt(start) });
  }
  for (const { 1: specifier = "", index } of text.matchAll(DYNAMIC)) {
    found.push({ specifier, typesOnly: false, line: lineAt(index) });
  }
  return found;
}

/** The layer of a path relative to src/. */
function layerOf(path: string): string {
  const name = path.includes("/") ? path.slice(0, path.indexOf("/")) : path.replace(/\.ts$/, "");
  return PARTS[name] ?? name;
}

/**
 * Checks the direction of every import between files of src/.
 *
 * @param sources Path relative to src/ (with `/`) to the text of the file.
 * @returns What is wrong, by file and line; empty when all is well.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const sources = { "tools/fs.ts": 'import { load } from "../session/mod.ts";' };
 * const [violation] = checkImports(sources);
 * assertEquals(violation?.problem, "tools must not import session (session/mod.ts)");
 * ```
 */
export function checkImports(sources: Readonly<Record<string, string>>): Violation[] {
  const violations: Violation[] = [];
  for (const [file, source] of Object.entries(sources)) {
    const layer = layerOf(file);
    const rule = RULES[layer];
    if (rule === undefined) {
      violations.push({ file, line: 1, problem: `${layer} is no layer: give it a rule first` });
      continue;
    }
    for (const { specifier, typesOnly, line } of importsOf(source)) {
      if (!specifier.startsWith(".")) continue;
      const url = new URL(specifier, `file:///src/${file}`);
      if (!url.pathname.startsWith("/src/")) {
        if (layer === "version" && url.pathname === "/deno.json") continue;
        violations.push({ file, line, problem: `${specifier} is outside src/` });
        continue;
      }
      const target = url.pathname.slice("/src/".length);
      const targetLayer = layerOf(target);
      if (targetLayer === layer || rule.all.includes(targetLayer)) continue;
      if (FREE.includes(targetLayer) && !FREE.includes(layer)) continue;
      const typesMay = rule.types.includes(targetLayer);
      if (typesMay && (typesOnly || CONTRACTS.includes(target))) continue;
      const what = typesMay ? "more than types of " : "";
      const problem = `${layer} must not import ${what}${targetLayer} (${target})`;
      violations.push({ file, line, problem });
    }
  }
  return violations;
}
