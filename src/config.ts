/** The settings of a call: defaults, files, environment and flags made one validated record. */

import { ArchitectError } from "./errors.ts";
import { checkConfigFile, type CheckedConfigFile, type ConfigFile } from "./config/config_file.ts";
import type { ConfigSettings } from "./config/config_schema.ts";
import { chooseLanguage, type Language } from "./language.ts";
import type { Mode } from "./mode.ts";
import { type Text, text } from "./text.ts";

/** An agent as the config file gives it: a new one, or what to change of a built-in one. */
export interface AgentConfig {
  readonly systemPrompt?: string;
  readonly allowedTools?: readonly string[];
  readonly mode?: Mode;
  readonly maxSteps?: number;
}

/** USD per million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
}

/** The settings of a call, frozen. */
export interface Config {
  readonly sessions: {
    readonly autoSave: boolean;
    readonly cleanupAfterDays: number;
    readonly history: boolean;
  };
  readonly llm: {
    /** The model that was asked for, or null: the session's own, then `gpt-4o`. */
    readonly model: string | null;
    /** Base URL and where it was given; null: the model's own. */
    readonly apiBase:
      | { readonly url: string; readonly from: "flag" | "environment" | "file" }
      | null;
    /** A key given by flag, by ARCHITECT_API_KEY or by the variable that `api_key_env` names. */
    readonly apiKey: string | null;
    /** The variable that `api_key_env` names, or null. */
    readonly keyVariable: string | null;
    /** The keys of providers found in the environment: variable name to value. */
    readonly providerKeys: Readonly<Record<string, string>>;
    readonly timeoutSeconds: number;
    readonly retries: number;
    readonly stream: boolean;
    readonly contextTokens: number | null;
  };
  readonly costs: {
    readonly budgetUsd: number | null;
    /** By files that the user named. */
    readonly prices: Readonly<Record<string, Price>>;
    /** By a file that may have come with a repository: never below what is known of a model. */
    readonly claimedPrices: Readonly<Record<string, Price>>;
  };
  readonly commands: {
    readonly enabled: boolean;
    readonly timeoutSeconds: number;
    readonly allowed: readonly string[];
    readonly env: readonly string[];
  };
  readonly agents: Readonly<Record<string, AgentConfig>>;
  readonly language: Language;
  /** What a person should be told once: sections that only the Python tool knows. */
  readonly warnings: readonly Text[];
}

/** The flags that settings can be given by: a part of those of `run`. */
export interface ConfigFlags {
  readonly save?: boolean;
  readonly model?: string;
  readonly apiBase?: string;
  readonly apiKey?: string;
  readonly stream?: boolean;
  readonly language?: Language;
}

/** Where settings come from. */
export interface ConfigSources {
  /** Config files, least important first (see `readConfigFiles`). Default none. */
  readonly files?: readonly ConfigFile[];
  /** Name to value. Default empty. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Variables in which a provider's key is looked for. Default none. */
  readonly keyVariables?: readonly string[];
  /** Default none. */
  readonly flags?: ConfigFlags;
}

/**
 * Makes the settings of a call: defaults < files in their order < environment < flags. An empty
 * variable counts as one that is not set.
 *
 * `--budget` and `--allow-commands` are not among them: what they allow beyond the settings of this
 * place must be told.
 *
 * @param sources Where settings come from.
 * @returns The settings, frozen.
 * @throws {ArchitectError} `config`: a file or a variable holds what it may not.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { loadConfig } from "./config.ts";
 *
 * const config = loadConfig({
 *   files: [{ name: "a.yaml", text: "llm: {model: gpt-4o, retries: 5}", trusted: true }],
 *   environment: { ARCHITECT_MODEL: "gpt-4o-mini" },
 * });
 * assertEquals([config.llm.model, config.llm.retries], ["gpt-4o-mini", 5]);
 * ```
 */
export function loadConfig(sources: ConfigSources = {}): Config {
  const { files = [], environment = {}, keyVariables = [], flags = {} } = sources;
  const checked = files.map(checkConfigFile);
  const settings = checked.map((file) => file.settings).reduce(merge, {});
  const { sessions, llm, costs, commands, agents } = settings;
  const keyVariable = llm?.api_key_env ?? null;
  return deepFreeze<Config>({
    sessions: {
      autoSave: flags.save === false ? false : sessions?.auto_save ?? true,
      cleanupAfterDays: sessions?.cleanup_after_days ?? 7,
      history: sessions?.history ?? true,
    },
    llm: {
      model: flags.model ?? (environment.ARCHITECT_MODEL || (llm?.model ?? null)),
      apiBase: apiBase(flags, environment, llm?.api_base ?? null),
      apiKey: flags.apiKey ||
        environment.ARCHITECT_API_KEY || environment[keyVariable ?? ""] || null,
      keyVariable,
      providerKeys: Object.fromEntries(
        keyVariables.flatMap((name) => environment[name] ? [[name, environment[name]]] : []),
      ),
      timeoutSeconds: llm?.timeout ?? 60,
      retries: llm?.retries ?? 2,
      stream: flags.stream ?? llm?.stream ?? true,
      contextTokens: llm?.context_tokens ?? null,
    },
    costs: {
      budgetUsd: costs?.budget_usd ?? null,
      prices: pricesOf(checked, true),
      claimedPrices: pricesOf(checked, false),
    },
    commands: {
      enabled: commands?.enabled ?? false,
      timeoutSeconds: commands?.timeout ?? 30,
      allowed: commands?.allowed ?? [],
      env: commands?.env ?? [],
    },
    agents: Object.fromEntries(
      Object.entries(agents ?? {}).map(([name, agent]) => [name, toAgentConfig(agent ?? {})]),
    ),
    language: chooseLanguage({ flag: flags.language, environment, config: settings.language }),
    warnings: checked.flatMap((file) => file.warnings),
  });
}

type AgentSettings = NonNullable<NonNullable<ConfigSettings["agents"]>[string]>;

/** The later file wins key by key; of an agent too, of a price as a whole. */
function merge(base: ConfigSettings, over: ConfigSettings): ConfigSettings {
  const agents: Record<string, AgentSettings> = {};
  for (const [name, agent] of [base, over].flatMap((file) => Object.entries(file.agents ?? {}))) {
    agents[name] = { ...agents[name], ...agent };
  }
  return {
    sessions: { ...base.sessions, ...over.sessions },
    llm: { ...base.llm, ...over.llm },
    costs: { ...base.costs, ...over.costs },
    commands: { ...base.commands, ...over.commands },
    agents,
    language: over.language ?? base.language,
  };
}

function pricesOf(
  files: readonly CheckedConfigFile[],
  trusted: boolean,
): Readonly<Record<string, Price>> {
  const of = files.filter((file) => file.trusted === trusted);
  return Object.assign({}, ...of.map(({ settings }) => settings.costs?.prices ?? {}));
}

function toAgentConfig(agent: AgentSettings): AgentConfig {
  return {
    systemPrompt: agent.system_prompt,
    allowedTools: agent.allowed_tools,
    mode: agent.mode,
    maxSteps: agent.max_steps,
  };
}

function apiBase(
  flags: ConfigFlags,
  environment: Readonly<Record<string, string>>,
  fromFile: string | null,
): Config["llm"]["apiBase"] {
  if (flags.apiBase !== undefined) return { url: flags.apiBase, from: "flag" };
  const url = environment.ARCHITECT_API_BASE;
  if (url) {
    if (/^https?:\/\//i.test(url) && URL.canParse(url)) return { url, from: "environment" };
    throw wrongVariable(
      "ARCHITECT_API_BASE",
      text("a URL that begins with http:// or https://"),
    );
  }
  return fromFile === null ? null : { url: fromFile, from: "file" };
}

/** The value is not shown: a key could stand there by mistake. */
function wrongVariable(name: string, wanted: Text): ArchitectError {
  return new ArchitectError(
    "config",
    text("Cannot use variable {name}: {wanted} is wanted", { name, wanted }),
  );
}

function deepFreeze<T extends object>(value: T): T {
  for (const part of Object.values(value)) {
    if (typeof part === "object" && part !== null) deepFreeze(part);
  }
  return Object.freeze(value);
}
