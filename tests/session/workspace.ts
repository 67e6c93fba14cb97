/** A workspace with sessions in it, for one test. */

import { SessionManager, type SessionManagerOptions } from "../../src/session/session_manager.ts";
import type { SessionState } from "../../src/session/session_state.ts";
import { ID, NOW, sample } from "./samples.ts";

/** Lives as long as its scope. */
export class Workspace implements AsyncDisposable {
  readonly path: string;
  readonly sessions: SessionManager;

  private constructor(path: string, options: SessionManagerOptions) {
    this.path = path;
    this.sessions = new SessionManager(path, { host: "ci-1", pid: 7, now: () => NOW, ...options });
  }

  static async make(options: SessionManagerOptions = {}): Promise<Workspace> {
    return new Workspace(await Deno.realPath(await Deno.makeTempDir()), options);
  }

  /** A workspace with one saved session, {@linkcode ID}. */
  static async withSession(change: Partial<SessionState> = {}): Promise<Workspace> {
    const workspace = await Workspace.make();
    await workspace.sessions.save(sample(change));
    return workspace;
  }

  /** The path of a file in the sessions folder. */
  file(name = `${ID}.json`): string {
    return `${this.path}/.architect/sessions/${name}`;
  }

  /** Another manager of the same folder: another process, as far as the files are concerned. */
  other(options: SessionManagerOptions = {}): SessionManager {
    return new SessionManager(this.path, { host: "ci-2", pid: 8, now: () => NOW, ...options });
  }

  /** Puts a file into the sessions folder. */
  async put(name: string, content: string | Uint8Array): Promise<void> {
    await Deno.mkdir(this.file(""), { recursive: true });
    if (typeof content === "string") await Deno.writeTextFile(this.file(name), content);
    else await Deno.writeFile(this.file(name), content);
  }

  /** Names in the sessions folder, sorted. */
  async names(): Promise<string[]> {
    return (await Array.fromAsync(Deno.readDir(this.file("")), (entry) => entry.name)).sort();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.path, { recursive: true });
  }
}
