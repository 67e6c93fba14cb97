/** Programs of this machine, and stand-ins for them. */

/**
 * Finds a program on PATH.
 *
 * @param name Its name.
 * @returns Its path, or null.
 */
export async function onPath(name: string): Promise<string | null> {
  for (const folder of (Deno.env.get("PATH") ?? "").split(":")) {
    const path = `${folder}/${name}`;
    try {
      if ((await Deno.stat(path)).isFile) return path;
    } catch (error) {
      // What cannot be looked at is what a shell passes over too.
      const passedOver = error instanceof Deno.errors.NotFound ||
        error instanceof Deno.errors.PermissionDenied || error instanceof Deno.errors.NotADirectory;
      if (!passedOver) throw error;
    }
  }
  return null;
}

/**
 * Makes a folder that holds links to programs of this machine, and nothing else.
 *
 * @param folder Where; it is made.
 * @param names Those of them that this machine has.
 * @returns The folder, to be used as PATH.
 */
export async function linkTools(folder: string, names: readonly string[]): Promise<string> {
  await Deno.mkdir(folder);
  for (const name of names) {
    const path = await onPath(name);
    if (path !== null) await Deno.symlink(path, `${folder}/${name}`);
  }
  return folder;
}

/**
 * Writes stand-ins for programs.
 *
 * @param folder Where; it is made where it is missing.
 * @param scripts Name to what the shell does instead.
 * @returns PATH with the stand-ins first.
 */
export async function standIns(
  folder: string,
  scripts: Readonly<Record<string, string>>,
): Promise<string> {
  await Deno.mkdir(folder, { recursive: true });
  for (const [name, script] of Object.entries(scripts)) {
    await Deno.writeTextFile(`${folder}/${name}`, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }
  return `${folder}:${Deno.env.get("PATH")}`;
}
