/** The variables of the runtime that lead the way to a server. */

import { assertEquals } from "@std/assert";
import { architect, binaryPath } from "../support/architect.ts";
import { chatServer } from "../support/chat_server.ts";
import { withWorkspace } from "../support/workspace.ts";
import { DONE, writeConfig } from "./support.ts";

const SANDBOX = Deno.env.get("ARCHITECT_SANDBOX_BIN");

/** A proxy that refuses, after it has read what is asked of it. */
function refusingProxy(): { origin: string; asked: string[]; [Symbol.dispose](): void } {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const asked: string[] = [];
  const serve = async (connection: Deno.Conn): Promise<void> => {
    const buffer = new Uint8Array(4096);
    const length = await connection.read(buffer) ?? 0;
    asked.push(new TextDecoder().decode(buffer.subarray(0, length)).split("\r\n")[0]!);
    await connection.write(new TextEncoder().encode("HTTP/1.1 403 Forbidden\r\n\r\n"));
    connection.close();
  };
  const serving = (async () => {
    for await (const connection of listener) await serve(connection);
  })();
  return {
    origin: `http://127.0.0.1:${listener.addr.port}`,
    asked,
    [Symbol.dispose]() {
      listener.close();
      // It ends with the listener.
      serving.catch(() => {});
    },
  };
}

for (
  const [name, binary] of [["the full build", binaryPath()], [
    "the sandbox build",
    SANDBOX,
  ]] as const
) {
  const missing = binary === undefined || (binary === null && name !== "the full build");
  Deno.test({
    name: `${name} asks a provider through HTTPS_PROXY, and NO_PROXY takes it out${
      missing ? " (left out: needs ARCHITECT_SANDBOX_BIN)" : ""
    }`,
    ignore: missing,
    fn: () =>
      withWorkspace(async (cwd) => {
        using proxy = refusingProxy();
        const config = await writeConfig(cwd, "llm: {retries: 0}\n");
        const args = ["run", "x", "-a", "plan", ...config];
        const env = { OPENAI_API_KEY: "sk-test", HTTPS_PROXY: proxy.origin };
        const program = binary === null ? {} : { binary };
        const { code, stderr } = await architect(args, { cwd, env, ...program });
        assertEquals([code, proxy.asked], [1, ["CONNECT api.openai.com:443 HTTP/1.1"]], stderr);

        await using server = chatServer([DONE]);
        const local = ["--model", "local", "--api-base", server.baseUrl];
        const around = { ...env, HTTP_PROXY: proxy.origin, NO_PROXY: "localhost,127.0.0.1" };
        const done = await architect([...args, ...local], { cwd, env: around, ...program });
        assertEquals([done.code, proxy.asked.length], [0, 1], done.stderr);
      }),
  });
}

Deno.test("a server with http:// is asked through HTTP_PROXY", () =>
  withWorkspace(async (cwd) => {
    await using proxy = chatServer([DONE]);
    const args = ["run", "x", "-a", "plan", "--model", "local"];
    const base = ["--api-base", "http://models.example/v1"];
    const env = { HTTP_PROXY: new URL(proxy.baseUrl).origin, ARCHITECT_API_KEY: "the-key" };
    const { code, stderr } = await architect([...args, ...base], { cwd, env });
    assertEquals(code, 0, stderr);
    assertEquals(proxy.requests[0]?.headers.get("host"), "models.example");
  }));
