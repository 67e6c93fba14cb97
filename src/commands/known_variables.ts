/** What architect looks for in the environment: all that it asks for where it may not read all. */

import { PROVIDER_KEY_VARIABLES } from "../llm/endpoint.ts";

/** What it goes by itself. */
export const SETTING_VARIABLES: readonly string[] = [
  "ARCHITECT_MODEL",
  "ARCHITECT_API_BASE",
  "ARCHITECT_API_KEY",
  "ARCHITECT_LANGUAGE",
  "ARCHITECT_DEBUG",
  "LANG",
  ...PROVIDER_KEY_VARIABLES,
];

/** What it passes on to commands, which do not find their programs without the first. */
export const COMMAND_VARIABLES: readonly string[] = [
  ...["PATH", "HOME", "TMPDIR"],
  ...["SystemRoot", "ComSpec", "PATHEXT", "TEMP", "TMP", "USERPROFILE"],
];

/** All of them. */
export const KNOWN_VARIABLES: readonly string[] = [...SETTING_VARIABLES, ...COMMAND_VARIABLES];
