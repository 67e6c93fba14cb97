/** A folder for one test, and calls of tools in it. */

import { assertRejects } from "@std/assert";
import { createRedactor } from "../../src/secrets.ts";
import { type Tool, type ToolContext, ToolError, type ToolResult } from "../../src/tools/tool.ts";

/** A key without a shape of its own, which only who uses it knows. */
export const KEY_IN_USE = "correct horse battery staple";

/** A workspace in a folder of its own, with a folder beside it that nothing may reach. */
export interface Workspace extends AsyncDisposable {
  readonly path: string;
  /** A folder outside; has `secret.txt`. */
  readonly outside: string;
  readonly context: ToolContext;
  write(name: string, content: string | Uint8Array): Promise<void>;
  read(name: string): Promise<string>;
  /** Names in the workspace, sorted: what a tool left behind shows. */
  names(folder?: string): Promise<string[]>;
  call(tool: Tool, args: unknown): Promise<ToolResult>;
  /** The message of the ToolError that the call ends with. */
  refuses(tool: Tool, args: unknown): Promise<string>;
}

export async function makeWorkspace(
  signal: AbortSignal = new AbortController().signal,
): Promise<Workspace> {
  const root = await Deno.realPath(await Deno.makeTempDir());
  const path = `${root}/work`;
  const outside = `${root}/outside`;
  await Deno.mkdir(path);
  await Deno.mkdir(outside);
  await Deno.writeTextFile(`${outside}/secret.txt`, "outside secret");
  const { text: redact } = createRedactor([{ kind: "api_key", value: KEY_IN_USE }]);
  const context = { workspace: path, signal, redact };
  const call = async (tool: Tool, args: unknown) => await (await tool.prepare(args, context)).run();
  return {
    path,
    outside,
    context,
    call,
    async write(name, content) {
      const file = `${path}/${name}`;
      await Deno.mkdir(file.slice(0, file.lastIndexOf("/")), { recursive: true });
      await Deno.writeFile(
        file,
        typeof content === "string" ? new TextEncoder().encode(content) : content,
      );
    },
    read: (name) => Deno.readTextFile(`${path}/${name}`),
    names: async (folder = ".") =>
      (await Array.fromAsync(Deno.readDir(`${path}/${folder}`))).map(({ name }) => name).sort(),
    refuses: async (tool, args) => (await assertRejects(() => call(tool, args), ToolError)).message,
    [Symbol.asyncDispose]: () => Deno.remove(root, { recursive: true }),
  };
}
