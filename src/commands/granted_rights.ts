/** What this very process was granted, asked before anything is dropped. */

import { LOOPBACK_HOSTS, providerHosts } from "../llm/endpoint.ts";
import type { Permissions } from "../permissions.ts";
import { SETTING_VARIABLES } from "./known_variables.ts";

/** Grants as they stand; `*` is all there is of a kind. */
export interface GrantedRights {
  /** How the program was made: `full` and `sandbox` are compiled, `source` has the flags it was given. */
  readonly build: "full" | "sandbox" | "source";
  /** Folders. */
  readonly read: readonly string[];
  readonly write: readonly string[];
  /** Hosts, of those that architect knows of. */
  readonly net: readonly string[];
  /** Whether other programs may be started. */
  readonly run: boolean;
  /** Variables, of those that architect knows of. */
  readonly env: readonly string[];
  /** What of the system may be asked for. */
  readonly sys: readonly string[];
  readonly ffi: boolean;
}

/** Stands for every variable of architect's own where no known one is. */
const ANY_OWN_VARIABLE = "ARCHITECT_*";

/**
 * Asks what is granted.
 *
 * @param permissions Default: this process's.
 * @param compiled Whether the program is a compiled one. Default: as it is.
 * @returns The grants.
 */
export async function queryGranted(
  permissions: Permissions = Deno.permissions,
  compiled: boolean = Deno.build.standalone,
): Promise<GrantedRights> {
  const has = async (descriptor: Deno.PermissionDescriptor): Promise<boolean> =>
    (await permissions.query(descriptor)).state === "granted";
  const among = async (
    whole: Deno.PermissionDescriptor,
    parts: readonly string[],
    of: (part: string) => Deno.PermissionDescriptor,
  ): Promise<readonly string[]> => {
    if (await has(whole)) return ["*"];
    const granted: string[] = [];
    for (const part of parts) if (await has(of(part))) granted.push(part);
    return granted;
  };
  const folders = ["..", ".", ".architect"];
  const hosts = [...providerHosts(), ...LOOPBACK_HOSTS];
  const env = await among(
    { name: "env" },
    [ANY_OWN_VARIABLE, ...SETTING_VARIABLES],
    (variable) => ({ name: "env", variable }),
  );
  const run = await has({ name: "run" });
  return {
    build: compiled ? run ? "full" : "sandbox" : "source",
    read: await among({ name: "read" }, folders, (path) => ({ name: "read", path })),
    write: await among({ name: "write" }, folders, (path) => ({ name: "write", path })),
    net: await among({ name: "net" }, hosts, (host) => ({ name: "net", host })),
    run,
    env: env.includes(ANY_OWN_VARIABLE)
      ? env.filter((name) => name === ANY_OWN_VARIABLE || !name.startsWith("ARCHITECT_"))
      : env,
    sys: await among({ name: "sys" }, ["hostname"], () => ({ name: "sys", kind: "hostname" })),
    ffi: await has({ name: "ffi" }),
  };
}
