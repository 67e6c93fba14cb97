import { assertEquals, assertStringIncludes } from "@std/assert";
import { judgeFailure } from "../../src/llm/chat_failure.ts";
import { ProviderError } from "../../src/llm/provider.ts";
import { SPANISH } from "../../src/spanish.ts";
import { MalformedAnswerError } from "../../src/llm/chat_answer.ts";
import { text } from "../../src/text.ts";
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

Deno.test("judgeFailure() has all its own words in Spanish, and hides the key there too", async (t) => {
  const refused = (status: number, message: string, headers: Record<string, string> = {}) =>
    Object.assign(new Error(`${status} ${message}`), {
      ...{ status, error: { message }, headers: new Headers(headers) },
    });
  const cases: readonly (readonly [unknown, string, string | undefined])[] = [
    [
      refused(401, `bad ${KEY}`),
      'No se puede consultar el modelo "m": HTTP 401 de localhost:1: bad [redacted:key]',
      "Ponga en OPENAI_API_KEY o en --api-key una clave que localhost:1 acepte.",
    ],
    [
      refused(302, "", { location: `http://b/${KEY}` }),
      'No se puede consultar el modelo "m": HTTP 302 de localhost:1: una redirección a ' +
      "http://b/[redacted:key], que no se sigue",
      "Indique la dirección del propio servicio con --api-base.",
    ],
    [
      new MalformedAnswerError(
        text('it is neither JSON nor an event stream, it begins "{head}"', { head: `<p>\n${KEY}` }),
      ),
      'No se puede leer la respuesta del modelo "m": no es JSON ni un flujo de eventos, empieza por ' +
      '"<p> [redacted:key]"',
      "Compruebe que la URL base de la API sea la de un servidor de chat-completions.",
    ],
    [
      new MalformedAnswerError(text("it holds malformed JSON"), { cause: new SyntaxError("odd") }),
      'No se puede leer la respuesta del modelo "m": contiene JSON mal formado: odd',
      "Compruebe que la URL base de la API sea la de un servidor de chat-completions.",
    ],
    [
      connectionError("Connection refused"),
      "No se puede acceder a localhost:1: Connection refused",
      "Compruebe la red y la URL base de la API.",
    ],
  ];
  for (const [thrown, message, suggestion] of cases) {
    await t.step(message, () => {
      const { error } = judge(thrown);
      assertEquals([error.text.in(SPANISH), error.suggestion?.in(SPANISH)], [message, suggestion]);
    });
  }
});
