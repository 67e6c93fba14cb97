/** The settings of a call: defaults, files, environment and flags made one validated record. */

/** When a person is asked before a tool runs. */
export type Mode = "confirm-all" | "confirm-sensitive" | "yolo";

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
    readonly apiBase: { readonly url: string; readonly from: "flag" | "environment" | "file" } | null;
    /** A key given by flag, by ARCHITECT_API_KEY or by the variable that `api_key_env` names. */
    readonly apiKey: string | null;
    /** The keys of providers found in the environment: variable name to value. */
    readonly providerKeys: Readonly<Record<string, string>>;
    readonly timeoutSeconds: number;
    readonly retries: number;
    readonly stream: boolean;
    readonly contextTokens: number | null;
  };
  readonly costs: {
    readonly budgetUsd: number | null;
    readonly prices: Readonly<Record<string, Price>>;
  };
  readonly commands: {
    readonly enabled: boolean;
    readonly timeoutSeconds: number;
    readonly allowed: readonly string[];
    readonly env: readonly string[];
  };
  readonly agents: Readonly<Record<string, AgentConfig>>;
  readonly language: "en" | "es";
  /** What a person should be told once: sections that only the Python tool knows. */
  readonly warnings: readonly string[];
}
