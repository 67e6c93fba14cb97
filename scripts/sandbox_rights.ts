/**
 * Prints what the sandbox build is compiled with, a flag a line: no other program, the hosts of the
 * known providers and this machine, and the variables that architect knows. Needs no permission.
 *
 *     deno run scripts/sandbox_rights.ts
 */
import { SETTING_VARIABLES } from "../src/commands/known_variables.ts";
import { LOOPBACK_HOSTS, providerHosts } from "../src/llm/endpoint.ts";

const variables = SETTING_VARIABLES.filter((name) => !name.startsWith("ARCHITECT_"));

console.log([
  "--allow-read=.,.architect",
  "--allow-write=.,.architect",
  `--allow-env=${["ARCHITECT_*", ...variables].join(",")}`,
  `--allow-net=${[...providerHosts(), ...LOOPBACK_HOSTS].join(",")}`,
  "--allow-sys=hostname",
].join("\n"));
