/** The caches and artifacts of GitHub, as folders. */

import { assert } from "@std/assert";
import { copy } from "@std/fs/copy";
import { exists } from "@std/fs/exists";
import { common, dirname, join } from "@std/path";

/** What an action was given with `with`. */
type Given = Readonly<Record<string, string>>;

/** Caches, in `caches/N`, and artifacts, in `artifacts/NAME`, of one folder. */
export class WorkflowStorage {
  readonly #folder: string;
  readonly #caches: { readonly key: string; readonly folder: string }[] = [];

  /** @param folder Where they are kept. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** As `actions/cache/save`; what is not there is left out. */
  async saveCache(key: string, paths: readonly string[], workspace: string): Promise<void> {
    const folder = join(this.#folder, "caches", String(this.#caches.length));
    await Deno.mkdir(folder, { recursive: true });
    for (const path of paths) await copyIfThere(join(workspace, path), join(folder, path));
    this.#caches.push({ key, folder });
  }

  /** As `actions/cache/restore`: the first key is one, the others are beginnings; the newest wins. */
  async restoreCache(keys: readonly string[], workspace: string): Promise<void> {
    const [key, ...prefixes] = keys;
    const found = this.#caches.find((cache) => cache.key === key) ??
      prefixes.flatMap((prefix) => this.#caches.filter((cache) => cache.key.startsWith(prefix)))
        .at(-1);
    if (found !== undefined) await copy(found.folder, workspace, { overwrite: true });
  }

  /** As `actions/upload-artifact`, which leaves hidden files out unless it is told not to. */
  async upload(given: Given, paths: readonly string[], workspace: string): Promise<void> {
    const { name = "artifact" } = given;
    assert(/^[^"/\\:<>|*?]+$/.test(name), `Not a name of an artifact: ${name}`);
    const hidden = given["include-hidden-files"] === "true";
    const shown = paths.map((path) => join(workspace, path)).filter((path) => {
      return hidden || !path.slice(workspace.length).includes("/.");
    });
    const folder = join(this.#folder, "artifacts", name);
    if (await exists(folder)) {
      assert(given["overwrite"] === "true", `There is an artifact ${name}`);
      await Deno.remove(folder, { recursive: true });
    }
    await Deno.mkdir(folder, { recursive: true });
    // What all paths have in common is left out; of a single folder, its name too.
    const base = shown.length === 1 ? shown[0]! : common(shown);
    for (const path of shown) await copyIfThere(path, join(folder, path.slice(base.length)));
    await forgetModes(folder);
  }

  /** As `actions/download-artifact`: a name must be there, a pattern (here without a star) need not. */
  async download(given: Given, workspace: string): Promise<void> {
    const folder = join(this.#folder, "artifacts", (given["name"] ?? given["pattern"])!);
    if (!await exists(folder)) {
      assert(given["name"] === undefined, `There is no artifact ${given["name"]}`);
      return;
    }
    assert(given["name"] !== undefined || given["merge-multiple"] === "true");
    const path = join(workspace, given["path"] ?? ".");
    await Deno.mkdir(path, { recursive: true });
    await copy(folder, path, { overwrite: true });
  }
}

async function copyIfThere(from: string, to: string): Promise<void> {
  if (!await exists(from)) return;
  await Deno.mkdir(dirname(to), { recursive: true });
  await copy(from, to, { overwrite: true });
}

/** An artifact does not keep who may read what. */
async function forgetModes(folder: string): Promise<void> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = join(folder, name);
    if (isDirectory) await forgetModes(path);
    await Deno.chmod(path, isDirectory ? 0o755 : 0o644);
  }
}
