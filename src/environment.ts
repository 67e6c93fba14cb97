/** The environment: read once, then gone. */

import process from "node:process";

/**
 * The environment, read once before the right to read it is dropped.
 *
 * With the right to all of it, all is taken. Where only some variables are granted (from source, with
 * `--allow-env=NAME,...`), those of `names()` that are among them are.
 *
 * @param names Gives the variables that architect knows; called in the second case only.
 * @returns Name to value.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { readEnvironment } from "./environment.ts";
 *
 * const names = () => Promise.resolve(["ARCHITECT_MODEL"]);
 * Deno.env.set("ARCHITECT_MODEL", "gpt-4o-mini");
 * assertEquals((await readEnvironment(names)).ARCHITECT_MODEL, "gpt-4o-mini");
 * ```
 */
export async function readEnvironment(
  names: () => Promise<readonly string[]>,
): Promise<Readonly<Record<string, string>>> {
  if (await isGranted({ name: "env" })) return Deno.env.toObject();
  const environment: Record<string, string> = {};
  for (const name of await names()) {
    if (!await isGranted({ name: "env", variable: name })) continue;
    const value = Deno.env.get(name);
    if (value !== undefined) environment[name] = value;
  }
  return environment;
}

async function isGranted(descriptor: Deno.EnvPermissionDescriptor): Promise<boolean> {
  return (await Deno.permissions.query(descriptor)).state === "granted";
}

/**
 * Makes `process.env` an empty object. Packages that were written for Node look into it when they are
 * used; once the right to the environment is dropped, that look would throw.
 */
export function emptyProcessEnvironment(): void {
  Object.defineProperty(process, "env", { value: {}, writable: true, configurable: true });
}
