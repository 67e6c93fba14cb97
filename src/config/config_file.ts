/** One config file: checked, key by key. */

import * as v from "valibot";
import { ALL_TOOLS, builtInAgent } from "../agent/agents.ts";
import { ArchitectError } from "../errors.ts";
import { isJsonObject } from "../json/json_object.ts";
import { type Text, text, verbatim } from "../text.ts";
import {
  CONFIG_SCHEMA,
  type ConfigSettings,
  knownKeys,
  PYTHON_ONLY,
  wantedOf,
} from "./config_schema.ts";
import { type ConfigYaml, ConfigYamlError, parseConfigYaml } from "./config_yaml.ts";

/** The text of a config file. */
export interface ConfigFile {
  /** As messages name it. */
  readonly name: string;
  readonly text: string;
  /** Whether the user named the file. One that lies in the folder may come from anybody. */
  readonly trusted: boolean;
}

/** A config file that was checked. */
export interface CheckedConfigFile {
  readonly settings: ConfigSettings;
  /** As of the file. */
  readonly trusted: boolean;
  readonly warnings: readonly Text[];
}

/**
 * Checks a config file.
 *
 * @param file Its text.
 * @returns Its settings.
 * @throws {ArchitectError} `config`: no YAML, an unknown key, a wrong type, or something that a file
 * that nobody named may not set. The message names file, line and key; never a value, which could be
 * a secret in the wrong place.
 *
 * @example
 * ```ts
 * import { assertEquals, assertThrows } from "@std/assert";
 * import { checkConfigFile } from "./config_file.ts";
 *
 * const file = { name: "a.yaml", text: "llm:\n  model: gpt-4o", trusted: true };
 * assertEquals(checkConfigFile(file).settings.llm?.model, "gpt-4o");
 * assertThrows(() => checkConfigFile({ ...file, text: "llm: 1" }), Error, 'Cannot use config "a.yaml"');
 * ```
 */
export function checkConfigFile(file: ConfigFile): CheckedConfigFile {
  const yaml = readYaml(file);
  const skipped = removePythonOnly(yaml.value);
  const result = v.safeParse(CONFIG_SCHEMA, yaml.value);
  if (!result.success) throw schemaError(file, yaml, result.issues[0]);
  const settings = result.output ?? {};
  if (!file.trusted) refuseUntrusted(file, yaml, settings);
  const warnings = skipped.length === 0 ? [] : [
    text('Config "{file}": ignored, as only the Python architect knows it: {keys}', {
      file: file.name,
      keys: skipped.join(", "),
    }),
  ];
  return { settings, trusted: file.trusted, warnings };
}

function readYaml(file: ConfigFile): ConfigYaml {
  try {
    return parseConfigYaml(file.text);
  } catch (error) {
    if (!(error instanceof ConfigYamlError)) throw error;
    throw wrong(file, error.line, error.text, { cause: error });
  }
}

/** Takes out of `value` what only the Python tool knows, and tells what it was. */
function removePythonOnly(value: unknown): string[] {
  const removed: string[] = [];
  for (const path of PYTHON_ONLY) {
    const owner = path.slice(0, -1).reduce<unknown>(
      (node, key) => isJsonObject(node) ? node[key] : undefined,
      value,
    );
    const key = path.at(-1)!;
    if (!isJsonObject(owner) || !Object.hasOwn(owner, key)) continue;
    delete owner[key];
    removed.push(path.join("."));
  }
  return removed;
}

type SchemaIssue = v.InferIssue<typeof CONFIG_SCHEMA>;

function schemaError(file: ConfigFile, yaml: ConfigYaml, issue: SchemaIssue): ArchitectError {
  const path = issue.path?.map(({ key }) => key as PropertyKey) ?? [];
  const line = yaml.lineOf(path);
  const key = path.map(String).join(".");
  if (path.length === 0) return wrong(file, line, text("a map of sections is wanted"));
  if (issue.type === "strict_object" && issue.expected === "never") {
    return wrong(file, line, text("{key} is not a key of the config", { key }), {
      suggestion: text("Keys there: {keys}.", { keys: knownKeys(path).join(", ") }),
    });
  }
  if (issue.type === "strict_object" && issue.input === undefined) {
    return wrong(file, line, text("{key} is missing", { key }));
  }
  const wanted = wantedOf(issue.message);
  const kind = kindOf(issue.input);
  return wrong(file, line, text("{key}: {wanted} is wanted, not {kind}", { key, wanted, kind }));
}

/** Whoever clones a repository has not agreed to what its config says. */
function refuseUntrusted(file: ConfigFile, yaml: ConfigYaml, settings: ConfigSettings): void {
  const refuse = (path: readonly string[], suggestion: Text): never => {
    throw wrong(
      file,
      yaml.lineOf(path),
      text("{key} may not be set there, as that file may come with a cloned repository", {
        key: path.join("."),
      }),
      { suggestion },
    );
  };
  const { llm, commands, agents } = settings;
  if (llm?.api_base) {
    refuse(["llm", "api_base"], text("Give it with -c FILE, --api-base or ARCHITECT_API_BASE."));
  }
  if (llm?.api_key_env) {
    refuse(["llm", "api_key_env"], text("Give it with -c FILE, --api-key or ARCHITECT_API_KEY."));
  }
  // A cassette says which tools are called and how: the repository would be the model.
  if (llm?.model?.startsWith("replay:")) {
    refuse(["llm", "model"], text("Give it with -c FILE or --model."));
  }
  if (commands) refuse(["commands"], text("Give it with -c FILE or --allow-commands."));
  for (const [name, agent] of Object.entries(agents ?? {})) {
    if (agent?.mode === "yolo") {
      refuse(["agents", name, "mode"], text("Give it with -c FILE or --mode yolo."));
    }
    if (addsTools(name, agent?.allowed_tools)) {
      refuse(["agents", name, "allowed_tools"], text("Give it with -c FILE."));
    }
  }
}

/** Who asks for `plan` expects an agent that only reads, whatever the repository says. */
function addsTools(name: string, tools: readonly string[] = []): boolean {
  const allowed = builtInAgent(name)?.allowedTools;
  return allowed !== undefined &&
    tools.some((tool) => ALL_TOOLS.includes(tool) && !allowed.includes(tool));
}

function kindOf(value: unknown): Text {
  if (value === null) return text("nothing");
  if (Array.isArray(value)) return text("a list");
  if (typeof value === "object") return text("a section");
  if (typeof value === "boolean") return verbatim(String(value));
  return typeof value === "number" ? text("this number") : text("this string");
}

function wrong(
  file: ConfigFile,
  line: number | null,
  what: Text,
  options: { readonly suggestion?: Text; readonly cause?: unknown } = {},
): ArchitectError {
  const why = line === null ? what : text("line {line}: {what}", { line, what });
  return new ArchitectError(
    "config",
    text('Cannot use config "{file}": {why}', { file: file.name, why }),
    options,
  );
}
