/** scripts/install.sh, started as users do, and releases for it to get. */

import { assertEquals } from "@std/assert";
import type { HostFile, ReleaseHost } from "./release_host.ts";
import { onPath } from "./tools_on_path.ts";
import { withWorkspace } from "./workspace.ts";

/** Its text. */
export const SCRIPT = await Deno.readTextFile(new URL("../../scripts/install.sh", import.meta.url));
/** What a release has for this machine. */
export const LINUX = "architect-x86_64-unknown-linux-gnu";

/** Why the script cannot be tried here, to end the name of a test with; empty: it can. */
const LEFT_OUT = Deno.build.target !== "x86_64-unknown-linux-gnu"
  ? " (left out: needs Linux on x64)"
  : await onPath("curl") === null
  ? " (left out: there is no curl)"
  : "";

/**
 * Registers a test of the script, left out where it cannot be tried.
 *
 * @param name What the script does; `install.sh` is put before it.
 * @param fn The test.
 * @param leftOut Why it is to be left out, to end its name with; default: it is not.
 */
export function testInstall(
  name: string,
  fn: (t: Deno.TestContext) => Promise<void>,
  leftOut = "",
): void {
  const why = LEFT_OUT || leftOut;
  Deno.test({ name: `install.sh ${name}${why}`, ignore: why !== "", fn });
}

/** A program that says its version. */
export function fakeProgram(version: string): string {
  return `#!/bin/sh\necho "architect ${version}"\n`;
}

/** What SHA256SUMS holds for some files, name to content. */
export async function sumsOf(files: Readonly<Record<string, string>>): Promise<string> {
  const lines = Object.entries(files).map(async ([name, content]) => {
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(content));
    return `${new Uint8Array(digest).toHex()}  ${name}\n`;
  });
  return (await Promise.all(lines)).join("");
}

/** Two releases, 0.1.0 and 0.2.0, as they are published. */
export async function twoReleases(): Promise<Record<string, HostFile>> {
  const host: Record<string, HostFile> = {};
  for (const version of ["0.1.0", "0.2.0"]) {
    const files = {
      [LINUX]: fakeProgram(version),
      "architect-sandbox-x86_64-unknown-linux-gnu": fakeProgram(`${version} sandbox`),
      "architect-aarch64-unknown-linux-gnu": fakeProgram(`${version} linux arm`),
      "architect-x86_64-apple-darwin": fakeProgram(`${version} mac`),
      "architect-aarch64-apple-darwin": fakeProgram(`${version} mac arm`),
      "architect-x86_64-pc-windows-msvc.exe": fakeProgram(`${version} windows`),
    };
    for (const [name, content] of Object.entries({ ...files, SHA256SUMS: await sumsOf(files) })) {
      host[`download/v${version}/${name}`] = content;
      if (version === "0.2.0") host[`latest/download/${name}`] = content;
    }
  }
  return host;
}

/** What became of the script. */
export interface Installed {
  readonly code: number;
  readonly signal: Deno.Signal | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** How the script is started. */
export interface InstallOptions {
  /** Where it is to get the releases. */
  readonly host?: ReleaseHost;
  /** Default `sh -eu`. */
  readonly shell?: readonly string[];
  /** Its environment, besides PATH. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Another user to run it as. */
  readonly uid?: number;
  /** What the shell reads. Default {@linkcode SCRIPT}. */
  readonly script?: string;
}

/** Starts the script as users do: it is what a shell reads from a pipe. */
export async function startInstall(
  args: readonly string[],
  options: InstallOptions,
): Promise<{ child: Deno.ChildProcess; result: Promise<Installed> }> {
  const { host, shell = ["sh", "-eu"], env = {}, cwd, uid, script = SCRIPT } = options;
  const [command = "sh", ...flags] = shell;
  const child = new Deno.Command(command, {
    args: [...flags, "-s", "--", ...args],
    clearEnv: true,
    env: {
      PATH: Deno.env.get("PATH")!,
      ...(host === undefined ? {} : { ARCHITECT_RELEASES: host.releases }),
      ...env,
    },
    ...(cwd === undefined ? {} : { cwd }),
    ...(uid === undefined ? {} : { uid, gid: uid }),
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  // A script that ends without being read whole is what the test is about.
  await writer.write(new TextEncoder().encode(script)).then(() => writer.close()).catch(() => {});
  const result = child.output().then(({ code, signal, stdout, stderr }) => ({
    code,
    signal,
    stdout: new TextDecoder().decode(stdout),
    stderr: new TextDecoder().decode(stderr),
  }));
  return { child, result };
}

/** Runs the script to its end. */
export async function install(
  args: readonly string[],
  options: InstallOptions,
): Promise<Installed> {
  return await (await startInstall(args, options)).result;
}

/** Every name in a folder; none where there is no folder. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await Array.fromAsync(Deno.readDir(folder), ({ name }) => name)).sort();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

/** A folder with an architect in it, which must stay as it is. */
export async function withOld(
  fn: (bin: string, unchanged: () => Promise<void>) => Promise<void>,
): Promise<void> {
  await withWorkspace(async (folder) => {
    const bin = `${folder}/bin`;
    await Deno.mkdir(bin);
    await Deno.writeTextFile(`${bin}/architect`, fakeProgram("0.0.9"), { mode: 0o755 });
    await fn(bin, async () => {
      assertEquals(await namesIn(bin), ["architect"]);
      assertEquals(await Deno.readTextFile(`${bin}/architect`), fakeProgram("0.0.9"));
    });
  });
}

/** Resolves when a download has put something into the folder. */
export async function downloadBegun(bin: string): Promise<void> {
  while (true) {
    for (const name of await namesIn(bin)) {
      if (!name.startsWith(".architect-install.")) continue;
      const file = await Deno.stat(`${bin}/${name}/architect`).catch(() => null);
      if (file !== null && file.size > 0) return;
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Half of a release that comes no further. */
export async function stalledRelease(): Promise<Record<string, HostFile>> {
  const files = await twoReleases();
  return { ...files, [`latest/download/${LINUX}`]: { stallsAfter: "#".repeat(100_000) } };
}
