/** What some tests need that not every machine has. */

const BROWSERS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/**
 * Whether a program is there and does what it is asked.
 *
 * @param command The program.
 * @param args Its arguments.
 * @returns False where there is none, or it fails.
 */
export async function succeeds(command: string, args: readonly string[]): Promise<boolean> {
  try {
    const { success } = await new Deno.Command(command, {
      args: [...args],
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).output();
    return success;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/**
 * What this machine lacks, each with the tests that are left out because of it.
 *
 * @returns One line each; empty where every test can run.
 */
export async function missingHere(): Promise<string[]> {
  const missing = [];
  if (Deno.build.os !== "windows") missing.push("what only Windows does (this is another OS)");
  if (Deno.build.os !== "darwin") missing.push("what only macOS does (this is another OS)");
  if (Deno.build.os !== "linux") missing.push("what only Linux can show (this is another OS)");
  if (Deno.build.os === "windows" || Deno.uid() !== 0) {
    missing.push("tests that need root (this user is not)");
  }
  // A mount in a namespace of its own: gone with the command.
  const mount = ["-m", "sh", "-c", "mount -t tmpfs none /tmp"];
  if (!await succeeds("unshare", mount)) {
    missing.push("tests on a disk that is full or read-only (nothing can be mounted)");
  }
  if (!await succeeds("strace", ["-f", "-qq", "-o", "/dev/null", "-e", "trace=none", "true"])) {
    missing.push("kills of the program in chosen system calls (strace cannot be used)");
  }
  for (const shell of ["bash", "zsh", "fish"]) {
    if (!await succeeds(shell, ["-c", "true"])) {
      missing.push(`completions in ${shell} (there is none)`);
    }
  }
  if (
    (await Promise.all(BROWSERS.map((name) => succeeds(name, ["--version"])))).every((is) => !is)
  ) {
    missing.push("an exported page in a browser (there is no Chromium)");
  }
  return missing;
}
