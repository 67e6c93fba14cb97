/** What a config file may hold: sections, keys and their types. */

import * as v from "valibot";
import { isJsonObject, type JsonObject } from "../json/json_object.ts";
import { MODES } from "../mode.ts";

const text = v.message(v.pipe(v.string(), v.regex(/\S/)), "text that is not empty");
const texts = v.message(v.array(v.pipe(v.string(), v.regex(/\S/))), "a list of texts");
const flag = v.message(v.boolean(), "true or false");
const wholeFrom0 = v.message(
  v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  "an integer of 0 or more",
);
const wholeFrom1 = v.message(
  v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  "an integer of 1 or more",
);
const seconds = v.message(
  v.pipe(v.number(), v.gtValue(0), v.maxValue(2_000_000)),
  "a number of seconds above 0, at most 2000000",
);
const usd = v.message(v.pipe(v.number(), v.finite(), v.minValue(0)), "an amount of USD, 0 or more");
const url = v.message(
  v.pipe(v.string(), v.regex(/^https?:\/\//i), v.url()),
  "a URL that begins with http:// or https://",
);
const variable = v.message(
  v.pipe(v.string(), v.regex(/^[A-Za-z_][A-Za-z0-9_]*$/)),
  "the name of an environment variable",
);

const SECTION = "a section with keys of its own";

/** To valibot a list is an object too. */
const isMap = v.custom<JsonObject>(isJsonObject, SECTION);

const PRICE = { input: usd, output: usd };

const AGENT = {
  system_prompt: v.optional(text),
  allowed_tools: v.optional(texts),
  mode: v.optional(
    v.message(v.picklist(MODES), `one of ${MODES.join(", ")}`),
  ),
  max_steps: v.optional(wholeFrom1),
};

const SESSIONS = {
  auto_save: v.optional(flag),
  cleanup_after_days: v.optional(wholeFrom0),
  history: v.optional(flag),
};

const LLM = {
  model: v.nullish(text),
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
  allowed: v.optional(texts),
  env: v.optional(texts),
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
  language: v.optional(v.message(v.picklist(["en", "es"]), "en or es")),
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
