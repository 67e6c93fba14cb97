/** The providers that are known by a prefix of the model. */

/** Where a provider answers, and with which key. */
export interface Host {
  /** The name that the price library knows the provider by. */
  readonly id: string;
  /** Base URL of its chat-completions endpoint. */
  readonly baseUrl: string;
  /** Variables that may hold its key, best first. */
  readonly keyVariables: readonly string[];
  /** Whether it answers without a key. */
  readonly keyless?: true;
}

/** The host of a model without a prefix. */
export const OPENAI: Host = {
  id: "openai",
  baseUrl: "https://api.openai.com/v1",
  keyVariables: ["OPENAI_API_KEY"],
};

/** The hosts by model prefix. Base URLs: each provider's page on OpenAI compatibility. */
export const HOSTS: Readonly<Record<string, Host>> = {
  openai: OPENAI,
  anthropic: {
    id: "anthropic",
    baseUrl: "https://api.anthropic.com/v1",
    keyVariables: ["ANTHROPIC_API_KEY"],
  },
  gemini: {
    id: "google",
    baseUrl: "https://generativelanguage.googleapis.com/v1beta/openai",
    keyVariables: ["GEMINI_API_KEY", "GOOGLE_API_KEY"],
  },
  openrouter: {
    id: "openrouter",
    baseUrl: "https://openrouter.ai/api/v1",
    keyVariables: ["OPENROUTER_API_KEY"],
  },
  mistral: {
    id: "mistral",
    baseUrl: "https://api.mistral.ai/v1",
    keyVariables: ["MISTRAL_API_KEY"],
  },
  groq: {
    id: "groq",
    baseUrl: "https://api.groq.com/openai/v1",
    keyVariables: ["GROQ_API_KEY"],
  },
  deepseek: {
    id: "deepseek",
    baseUrl: "https://api.deepseek.com/v1",
    keyVariables: ["DEEPSEEK_API_KEY"],
  },
  ollama: {
    id: "ollama",
    baseUrl: "http://localhost:11434/v1",
    keyVariables: ["OLLAMA_API_KEY"],
    keyless: true,
  },
};
