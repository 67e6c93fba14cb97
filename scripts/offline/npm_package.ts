/** Gets one pinned npm package, checked by its hash, without running anything of it. */

/** A package of exactly one content. */
export interface PinnedPackage {
  /** `name@version`. */
  readonly name: string;
  /** SHA-512 of the tarball, base64. */
  readonly sha512: string;
}

async function run(command: string, args: string[], cwd: string): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(command, { args, cwd }).output();
  if (!success) {
    throw new Error(`Cannot run ${command} ${args[0]}: ${new TextDecoder().decode(stderr).trim()}`);
  }
  return new TextDecoder().decode(stdout).trim();
}

/**
 * Downloads a package with npm, whose settings know the registry and its certificates, and unpacks
 * it.
 *
 * @param pinned The package.
 * @param dir An absolute path of a folder that does not exist yet.
 * @returns The folder with the package's files.
 * @throws {Error} npm cannot get it, or it is not the content that was pinned.
 */
export async function unpackPackage(pinned: PinnedPackage, dir: string): Promise<string> {
  await Deno.mkdir(dir);
  const npm = Deno.build.os === "windows" ? "npm.cmd" : "npm";
  const args = ["pack", pinned.name, "--silent", "--pack-destination", dir];
  const tarball = (await run(npm, args, dir)).split("\n").at(-1) ?? "";
  const bytes = await Deno.readFile(`${dir}/${tarball}`);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-512", bytes)).toBase64();
  if (hash !== pinned.sha512) {
    throw new Error(`Cannot use ${pinned.name}: its sha512 is ${hash}, not ${pinned.sha512}`);
  }
  await run("tar", ["-xzf", tarball], dir);
  return `${dir}/package`;
}
