/** The context window of a model of which nothing else is known, in tokens. */
export const DEFAULT_CONTEXT_TOKENS = 128_000;
