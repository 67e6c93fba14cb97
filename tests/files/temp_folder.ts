/** A temporary folder that lives as long as its scope. */
export class TempFolder implements AsyncDisposable {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  static async make(): Promise<TempFolder> {
    return new TempFolder(await Deno.realPath(await Deno.makeTempDir()));
  }

  /** Names in it, sorted. */
  async names(): Promise<string[]> {
    return (await Array.fromAsync(Deno.readDir(this.path), (entry) => entry.name)).sort();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.path, { recursive: true });
  }
}
