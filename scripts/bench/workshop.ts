/**
 * Where the benchmark works: a temporary folder that is gone at the end in every case, the programs
 * that it compiles there, and a limit on what it writes.
 */
import { fromFileUrl, join } from "@std/path";
import { Conversation } from "./conversation.ts";

const ROOT = fromFileUrl(new URL("../../", import.meta.url));
const FLOORS = fromFileUrl(new URL("./floors/", import.meta.url));

/** No benchmark has more than this on the disk at a time: 3 GiB. */
const MAX_BYTES = 3 * 2 ** 30;

/** What a file takes beside its content: a part of its last block, its inode. */
const BYTES_A_FILE = 4096;

/** How long a program ran, and the memory that it had at its peak. */
export interface ProgramRun {
  readonly ms: number;
  /** Null where it cannot be told. */
  readonly peakMiB: number | null;
}

/** Where the benchmark works. Dispose of it at the end. */
export class Workshop implements Disposable {
  /** The temporary folder. */
  readonly dir: string;
  /** Whether a look is wanted, not a figure. */
  readonly quick: boolean;
  readonly #children = new Set<Deno.ChildProcess>();
  readonly #floors = new Map<string, string | null>();
  #architect: string | null = null;
  #empty: string | null = null;

  /** @param options `quick`: smaller counts and fewer rounds. */
  constructor({ quick }: { readonly quick: boolean }) {
    this.dir = Deno.makeTempDirSync({ prefix: "architect-bench-" });
    this.quick = quick;
  }

  /** Ends what was started, and removes the folder. */
  [Symbol.dispose](): void {
    for (const child of this.#children) {
      try {
        child.kill("SIGKILL");
      } catch (error) {
        // Already ended.
        if (!(error instanceof TypeError || error instanceof Deno.errors.NotFound)) throw error;
      }
    }
    removeBusy(this.dir);
  }

  /**
   * Makes an empty folder.
   *
   * @param name Its name; what was there under it is removed.
   * @returns Its path.
   */
  async folder(name: string): Promise<string> {
    const path = join(this.dir, name);
    await this.discard(path);
    await Deno.mkdir(path);
    return path;
  }

  /** Removes a folder, if it is there. */
  async discard(path: string): Promise<void> {
    try {
      await Deno.remove(path, { recursive: true });
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }

  /**
   * Whether so much may be written.
   *
   * @param bytes What the files hold.
   * @param files How many they are.
   * @returns Null; else why not.
   */
  async noRoomFor(bytes: number, files: number): Promise<string | null> {
    const wanted = bytes + files * BYTES_A_FILE;
    if (wanted > MAX_BYTES) {
      return `it takes ${mib(wanted)}, and at most ${mib(MAX_BYTES)} is taken`;
    }
    const { code, stdout } = await this.output("df", ["-Pk", this.dir]);
    const [, free] = /\s(\d+)\s+\d+%\s/.exec(stdout) ?? [];
    if (code !== 0 || free === undefined) return "df does not tell what room there is";
    const room = Number(free) * 1024;
    // The half of what is free stays free: others work here too.
    return wanted <= room / 2 ? null : `it takes ${mib(wanted)}, and ${mib(room)} is free`;
  }

  /**
   * A floor program, compiled.
   *
   * @param name Its source is `floors/NAME.c`.
   * @returns Its path; null where there is no C compiler.
   * @throws {Error} It does not compile.
   */
  async floor(name: string): Promise<string | null> {
    const known = this.#floors.get(name);
    if (known !== undefined) return known;
    const output = join(this.dir, `floor-${name}`);
    const args = ["-O2", "-o", output, join(FLOORS, `${name}.c`)];
    const { code, stderr } = await this.output("cc", args);
    if (code !== null && code !== 0) throw new Error(`Cannot compile ${name}.c: ${stderr}`);
    const path = code === null ? null : output;
    this.#floors.set(name, path);
    return path;
  }

  /**
   * The built program, or the one that ARCHITECT_BIN names.
   *
   * @returns Its path.
   * @throws {Error} It cannot be built here.
   */
  async architect(): Promise<string> {
    if (this.#architect !== null) return this.#architect;
    const given = Deno.env.get("ARCHITECT_BIN");
    if (given === undefined) await this.#build([]);
    return this.#architect = given ?? join(ROOT, "dist", `architect${suffix()}`);
  }

  /**
   * A program that does nothing, bundled and compiled as architect is, with its rights.
   *
   * @returns Its path.
   * @throws {Error} It cannot be built here.
   */
  async emptyProgram(): Promise<string> {
    if (this.#empty !== null) return this.#empty;
    const main = join(this.dir, "empty.ts");
    const output = join(this.dir, `empty${suffix()}`);
    await Deno.writeTextFile(main, "");
    await this.#build(["--main", main, "--output", output]);
    return this.#empty = output;
  }

  async #build(args: readonly string[]): Promise<void> {
    const { code, stderr } = await this.output("sh", ["scripts/build.sh", ...args], ROOT);
    if (code !== 0) throw new Error(`Cannot build: ${stderr.trim()}`);
  }

  /**
   * Runs a program once, its output thrown away.
   *
   * @param program Its path.
   * @param args Its arguments.
   * @param cwd Where.
   * @returns How long it took, and its memory.
   * @throws {Error} It failed.
   */
  async time(program: string, args: readonly string[], cwd: string): Promise<ProgramRun> {
    const timed = await this.floor("timed");
    if (timed !== null) {
      const { code, stdout, stderr } = await this.output(timed, [program, ...args], cwd);
      if (code !== 0) throw new Error(`Cannot run ${program}: ${stderr}`);
      const [us, kib] = stdout.split(" ").map(Number);
      return { ms: us! / 1000, peakMiB: kib! / 1024 };
    }
    const started = performance.now();
    const { success } = await this.#finish(
      new Deno.Command(program, {
        args: [...args],
        cwd,
        stdin: "null",
        stdout: "null",
        stderr: "null",
      }).spawn(),
    );
    if (!success) throw new Error(`Cannot run ${program}`);
    return { ms: performance.now() - started, peakMiB: null };
  }

  /**
   * Runs a program to its end.
   *
   * @param program Its name or path.
   * @param args Its arguments.
   * @param cwd Where. Default: here.
   * @returns What it printed; `code` is null where there is no such program.
   */
  async output(
    program: string,
    args: readonly string[],
    cwd?: string,
  ): Promise<{ code: number | null; stdout: string; stderr: string }> {
    let child: Deno.ChildProcess;
    try {
      const options = { args: [...args], cwd, stdin: "null", stdout: "piped", stderr: "piped" };
      child = new Deno.Command(program, options as Deno.CommandOptions).spawn();
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
      return { code: null, stdout: "", stderr: "" };
    }
    const [{ code }, stdout, stderr] = await Promise.all([
      this.#finish(child),
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    return { code, stdout, stderr };
  }

  /**
   * Starts a program that answers each line that it is given with a line.
   *
   * @param program Its path.
   * @param args Its arguments.
   * @returns What asks it; it ends when that is disposed of.
   */
  converse(program: string, args: readonly string[]): Conversation {
    const child = new Deno.Command(program, {
      args: [...args],
      stdin: "piped",
      stdout: "piped",
    }).spawn();
    this.#finish(child);
    return new Conversation(child);
  }

  async #finish(child: Deno.ChildProcess): Promise<Deno.CommandStatus> {
    this.#children.add(child);
    const status = await child.status;
    this.#children.delete(child);
    return status;
  }
}

/** What was killed a moment ago may still write in it. */
function removeBusy(path: string): void {
  for (let attempt = 1;; attempt++) {
    try {
      return Deno.removeSync(path, { recursive: true });
    } catch (error) {
      if (error instanceof Deno.errors.NotFound && attempt > 1) return;
      if (attempt === 20) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    }
  }
}

function suffix(): string {
  return Deno.build.os === "windows" ? ".exe" : "";
}

function mib(bytes: number): string {
  return `${Math.ceil(bytes / 2 ** 20)} MiB`;
}
