/** What a config file may hold: sections, keys and their types. */

import * as v from "valibot";
import { isJsonObject, type JsonObject } from "../json/json_object.ts";
import { LANGUAGES } from "../language.ts";
import { MODES } from "../mode.ts";
import { type Text, text, verbatim } from "../text.ts";

/** What is wanted where something else stands. */
const WANTED = {
  filled: text("text that is not empty"),
  list: text("a list of texts"),
  flag: text("true or false"),
  wholeFrom0: text("an integer of 0 or more"),
  wholeFrom1: text("an integer of 1 or more"),
  seconds: text("a number of seconds above 0, at most 2000000"),
  usd: text("an amount of USD, 0 or more"),
  url: text("a URL that begins with http:// or https://"),
  variable: text("the name of an environment variable"),
  section: text("a section with keys of its own"),
  mode: text("one of {words}", { words: MODES.join(", ") }),
  language: text("en or es"),
};

type Wanted = keyof typeof WANTED;

/** To valibot a message is a string: that of a schema is the name of what it wants. */
function wants<S extends v.GenericSchema>(wanted: Wanted, schema: S): S {
  return v.message(schema, wanted);
}

/**
 * What a schema of the config wants.
 *
 * @param message The message of its issue.
 * @returns Words that can stand before "is wanted".
 */
export function wantedOf(message: string): Text {
  return Object.hasOwn(WANTED, message) ? WANTED[message as Wanted] : verbatim(message);
}

const filled = wants("filled", v.pipe(v.string(), v.regex(/\S/)));
const list = wants("list", v.array(v.pipe(v.string(), v.regex(/\S/))));
const flag = wants("flag", v.boolean());
const wholeFrom0 = wants("wholeFrom0", v.pipe(v.number(), v.safeInteger(), v.minValue(0)));
const wholeFrom1 = wants("wholeFrom1", v.pipe(v.number(), v.safeInteger(), v.minValue(1)));
const seconds = wants("seconds", v.pipe(v.number(), v.gtValue(0), v.maxValue(2_000_000)));
const usd = wants("usd", v.pipe(v.number(), v.finite(), v.minValue(0)));
const url = wants("url", v.pipe(v.string(), v.regex(/^https?:\/\//i), v.url()));
const variable = wants("variable", v.pipe(v.string(), v.regex(/^[A-Za-z_][A-Za-z0-9_]*$/)));

/** To valibot a list is an object too. */
const isMap = wants("section", v.custom<JsonObject>(isJsonObject));

const PRICE = { input: usd, output: usd };

const AGENT = {
  system_prompt: v.optional(filled),
  allowed_tools: v.optional(list),
  mode: v.optional(wants("mode", v.picklist(MODES))),
  max_steps: v.optional(wholeFrom1),
};

const SESSIONS = {
  auto_save: v.optional(flag),
  cleanup_after_days: v.optional(wholeFrom0),
  history: v.optional(flag),
};

const LLM = {
  model: v.nullish(filled),
  api_base: v.nullish(url),
  api_key_env: v.nullish(variable),
  timeout: v.optional(seconds),
  retries: v.optional(wholeFrom0),
  stream: v.optional(flag),
  context_tokens: v.nullish(wholeFrom1),
};

const COSTS = {
  budget_usd: v.nullish(usd),
  prices: v.nullish(v.pipe(isMap, v.record(v.string(), v.pipe(isMap, v.strictObject(PRICE))))),
};

const COMMANDS = {
  enabled: v.optional(flag),
  timeout: v.optional(seconds),
  allowed: v.optional(list),
  env: v.optional(list),
};

// A section without a key in it, as when all are commented out, is null to YAML.
const FILE = {
  sessions: v.nullish(v.pipe(isMap, v.strictObject(SESSIONS))),
  llm: v.nullish(v.pipe(isMap, v.strictObject(LLM))),
  costs: v.nullish(v.pipe(isMap, v.strictObject(COSTS))),
  commands: v.nullish(v.pipe(isMap, v.strictObject(COMMANDS))),
  agents: v.nullish(
    v.pipe(isMap, v.record(v.string(), v.nullish(v.pipe(isMap, v.strictObject(AGENT))))),
  ),
  language: v.optional(wants("language", v.picklist(LANGUAGES))),
};

/** The whole file. Every key may be missing. */
export const CONFIG_SCHEMA = v.nullish(v.pipe(isMap, v.strictObject(FILE)));

/**
 * The keys that may stand where an unknown one was found.
 *
 * @param path The path of the unknown key.
 * @returns Their names.
 */
export function knownKeys(path: readonly PropertyKey[]): readonly string[] {
  const [section, ...rest] = path;
  if (rest.length === 0) return Object.keys(FILE);
  if (section === "agents") return Object.keys(AGENT);
  if (section === "costs" && rest.length > 1) return Object.keys(PRICE);
  const sections: Readonly<Record<PropertyKey, object>> = {
    sessions: SESSIONS,
    llm: LLM,
    costs: COSTS,
    commands: COMMANDS,
  };
  return Object.keys(sections[section!] ?? {});
}

/** A file that was checked. */
export type ConfigSettings = NonNullable<v.InferOutput<typeof CONFIG_SCHEMA>>;

/**
 * What only the Python tool of the same name knows: whole sections, and keys of sections that both
 * have. It is passed over with a warning, so that one file serves both.
 */
export const PYTHON_ONLY: readonly (readonly string[])[] = [
  ["auto_review"],
  ["checkpoints"],
  ["context"],
  ["dispatch"],
  ["evaluation"],
  ["guardrails"],
  ["health"],
  ["hooks"],
  ["indexer"],
  ["llm_cache"],
  ["logging"],
  ["mcp"],
  ["memory"],
  ["parallel"],
  ["pipelines"],
  ["rag"],
  ["ralph"],
  ["reports"],
  ["skills"],
  ["telemetry"],
  ["workspace"],
  ["llm", "provider"],
  ["llm", "mode"],
  ["llm", "prompt_caching"],
  ["costs", "enabled"],
  ["costs", "prices_file"],
  ["costs", "warn_at_usd"],
];
