import { assertEquals, assertStringIncludes } from "@std/assert";
import { judgeFailure } from "../../src/llm/chat_failure.ts";
import { ProviderError } from "../../src/llm/provider.ts";
import { endpointOf } from "./support.ts";

const KEY = "sk-secret-0123456789";
const ENDPOINT = endpointOf("http://localhost:1/v1", KEY);

function judge(error: unknown) {
  const { error: judged, ...failure } = judgeFailure(error, ENDPOINT, "m");
  if (!(judged instanceof ProviderError)) throw judged;
  return { ...failure, error: judged };
}

/** As the `openai` package gives it. */
function connectionError(cause: string) {
  const fetchError = new TypeError("fetch failed", {
    cause: new Error(
      `error sending request for url (http://localhost:1/): client error (Connect): ${cause}`,
    ),
  });
  return new Error("Connection error.", { cause: fetchError });
}

Deno.test("judgeFailure() tells the cause of a failed connection, and no more", () => {
  const { error, retry } = judge(connectionError("tcp connect error: Connection refused"));
  assertEquals([error.kind, retry], ["unreachable", true]);
  assertEquals(error.message, "Cannot reach localhost:1: tcp connect error: Connection refused");
});

Deno.test("judgeFailure() says how to trust the certificates of the machine", () => {
  const { error, retry } = judge(connectionError("invalid peer certificate: UnknownIssuer"));
  assertEquals([error.kind, retry], ["unreachable", false]);
  assertStringIncludes(String(error.suggestion), "DENO_TLS_CA_STORE=system");
});

Deno.test({
  name: "judgeFailure() does not retry without permission for the net",
  permissions: "none",
  async fn() {
    const denied = await fetch("http://localhost:9999/").catch((error) => error);
    const { error, retry } = judge(new Error("Connection error.", { cause: denied }));
    assertEquals([error.kind, retry], ["unreachable", false]);
    assertStringIncludes(error.message, "Requires net access");
  },
});

Deno.test("judgeFailure() never shows the key", () => {
  const answered = Object.assign(new Error(`400 bad ${KEY}`), {
    status: 400,
    headers: new Headers(),
    error: { message: `bad ${KEY}` },
  });
  for (const error of [answered, connectionError(KEY)]) {
    const judged = judge(error);
    assertEquals(Deno.inspect(judged).includes(KEY), false);
    assertStringIncludes(judged.error.message, "[redacted:key]");
  }
});

Deno.test("judgeFailure() shows what a server says on one line, cut", () => {
  const said = `first\n\u001b[31msecond ${"😀".repeat(1000)}`;
  const error = Object.assign(new Error("400"), { status: 400, error: { message: said } });
  const { message } = judge(error).error;
  assertStringIncludes(message, "HTTP 400 from localhost:1: first [31msecond 😀");
  assertEquals([message.isWellFormed(), message.length < 900], [true, true]);
});
