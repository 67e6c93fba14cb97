/** The environment: read once, then gone. */

import process from "node:process";

/** What was found in the environment. */
export interface Environment {
  /** Name to value. */
  readonly values: Readonly<Record<string, string>>;
  /** The variables that architect knows and may not read: whether they are set is not known. */
  readonly hidden: readonly string[];
}

/**
 * The environment, read once before the right to read it is dropped.
 *
 * With the right to all of it, all is taken. Where only some variables are granted (the sandbox
 * build; from source, with `--allow-env=NAME,...`), those of `names()` that are among them are, and
 * nobody is asked for the others.
 *
 * @param names Gives the variables that architect knows; called in the second case only.
 * @returns What is set, and what is not to be seen.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { readEnvironment } from "./environment.ts";
 *
 * const names = () => Promise.resolve(["ARCHITECT_MODEL"]);
 * Deno.env.set("ARCHITECT_MODEL", "gpt-4o-mini");
 * assertEquals((await readEnvironment(names)).values.ARCHITECT_MODEL, "gpt-4o-mini");
 * ```
 */
export async function readEnvironment(
  names: () => Promise<readonly string[]>,
): Promise<Environment> {
  if (await isGranted({ name: "env" })) return { values: Deno.env.toObject(), hidden: [] };
  return await readVariables(await names());
}

/**
 * The variables of some names, of those that may be read.
 *
 * @param names The variables.
 * @returns What is set, and what is not to be seen.
 */
export async function readVariables(names: readonly string[]): Promise<Environment> {
  const values: Record<string, string> = {};
  const hidden: string[] = [];
  for (const name of names) {
    if (!await isGranted({ name: "env", variable: name })) {
      hidden.push(name);
      continue;
    }
    const value = readVariable(name);
    if (value !== undefined) values[name] = value;
  }
  return { values, hidden };
}

/** One that is not Unicode is passed over, as it is where all are taken. */
function readVariable(name: string): string | undefined {
  try {
    return Deno.env.get(name);
  } catch (error) {
    if (error instanceof Deno.errors.InvalidData) return undefined;
    throw error;
  }
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
