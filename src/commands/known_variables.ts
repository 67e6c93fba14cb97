import { PROVIDER_KEY_VARIABLES } from "../llm/endpoint.ts";

/** What architect looks for in the environment: all that it asks for where it may not read all. */
export const KNOWN_VARIABLES: readonly string[] = [
  "ARCHITECT_MODEL",
  "ARCHITECT_API_BASE",
  "ARCHITECT_API_KEY",
  "ARCHITECT_LANGUAGE",
  "ARCHITECT_DEBUG",
  "LANG",
  "PATH",
  "HOME",
  ...PROVIDER_KEY_VARIABLES,
];
