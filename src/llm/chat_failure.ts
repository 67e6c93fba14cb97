/** What an error of a chat-completions call means for the user, and whether a retry makes sense. */

import { messageOf, TextError } from "../errors.ts";
import { isJsonObject, type JsonObject } from "../json/json_object.ts";
import { joined, type Text, text, verbatim } from "../text.ts";
import { IdleTimeoutError } from "./call_guard.ts";
import { MalformedAnswerError, ServerToldError } from "./chat_answer.ts";
import type { Endpoint } from "./endpoint.ts";
import { ProviderError } from "./provider.ts";
import type { Failure } from "./retry.ts";

/** An answer of a server that is no success. */
interface Refusal {
  /** HTTP status; null: told in mid-stream, without one. */
  readonly status: number | null;
  /** What the server says, one line. */
  readonly said: string;
  /** Its codes and its words, for matching. */
  readonly words: string;
  readonly headers: Headers | null;
}

const CONTEXT =
  /context_length_exceeded|exceed_context_size|maximum context length|context (window|length|size|limit)|prompt is too long|too many (input )?tokens|input token count/i;
const KEY =
  /(invalid|incorrect|missing|not valid)[^.]{0,20}api.?key|api.?key[^.]{0,20}(invalid|incorrect|missing|not valid)/i;
const CERTIFICATE = /certificate|UnknownIssuer|self.signed|NotValidForName/i;
const QUOTA = /insufficient_quota|billing_hard_limit/i;
const MAY_PASS: ReadonlySet<number> = new Set([408, 409, 425, 429]);
/** What fetch says before it says what happened. */
const FETCH_NOISE =
  /^fetch failed: |error sending request for url \([^)]*\): |client error \(\w+\): /g;
const LONGEST_TEXT = 400;

/**
 * Judges an error of the `openai` package, of the network, or of reading an answer.
 *
 * 401 and 403 are `auth`; a request that is too large is `context`; no answer is `unreachable`;
 * all else is `request`. 408, 409, 425, 429, 500s, cut connections, silence and answers that
 * cannot be read may pass, unless `x-should-retry` says otherwise. The key is never in a message.
 */
export function judgeFailure(error: unknown, endpoint: Endpoint, model: string): Failure {
  const refusal = refusalOf(error);
  const failure = refusal === null
    ? judgeConnection(error, endpoint, model)
    : judgeRefusal(refusal, endpoint, model);
  // No cause: what the server said may hold the key, and a cause is shown too.
  const hide = (words: string) => withoutKey(words, endpoint.apiKey);
  return {
    ...failure,
    reason: failure.reason.mapped(hide),
    error: new ProviderError(failure.error.kind, failure.error.text.mapped(hide), {
      suggestion: failure.error.suggestion?.mapped(hide),
    }),
  };
}

/** All that a server said, for matching; null when the error is not a server's 400 or 422. */
export function textOfBadRequest(error: unknown): string | null {
  const refusal = refusalOf(error);
  return refusal?.status === 400 || refusal?.status === 422 ? refusal.words : null;
}

type Judged = Omit<Failure, "error"> & { readonly error: ProviderError };

function judgeRefusal(refusal: Refusal, endpoint: Endpoint, model: string): Judged {
  const { status, said, words, headers } = refusal;
  const { host, keyVariable } = endpoint;
  const reason = status === null
    ? text("{host} told of an error", { host })
    : text("HTTP {status} from {host}", { status, host });
  const failed = (
    kind: "auth" | "context" | "request",
    retry: boolean,
    suggestion?: Text,
    state = said === "" ? reason : joined([reason, said], ": "),
  ): Judged => ({
    error: new ProviderError(kind, text('Cannot ask model "{model}": {state}', { model, state }), {
      suggestion,
    }),
    retry,
    waitMs: retry ? waitOf(headers) : null,
    reason,
  });
  if (status !== null && status >= 300 && status < 400) {
    const target = locationOf(headers, endpoint.baseUrl);
    return failed(
      "request",
      false,
      text("Give the address of the endpoint itself with --api-base."),
      target === null
        ? text("{reason}: a redirect, which is not followed", { reason })
        : text("{reason}: a redirect to {target}, which is not followed", { reason, target }),
    );
  }
  if (status === 401 || status === 403 || (status === 400 && KEY.test(words))) {
    return failed(
      "auth",
      false,
      text("Set {variable} or --api-key to a key that {host} takes.", {
        variable: keyVariable,
        host,
      }),
    );
  }
  if (status === 413 || (status !== 429 && CONTEXT.test(words))) {
    return failed(
      "context",
      false,
      text("Take a model with a larger context window, with --model."),
    );
  }
  if (QUOTA.test(words)) {
    const suggestion = text("Check the account behind {variable}.", { variable: keyVariable });
    return failed("request", false, suggestion);
  }
  if (status === 404) {
    return failed(
      "request",
      false,
      text(
        "Check the name of the model and its provider prefix, and that the API base ends as the server wants it (often /v1).",
      ),
    );
  }
  const mayPass = status === null || status >= 500 || MAY_PASS.has(status);
  const told = headers?.get("x-should-retry");
  const retry = told === "true" || (mayPass && told !== "false");
  const waitMs = retry ? waitOf(headers) : null;
  return failed(
    "request",
    retry,
    waitMs === null
      ? undefined
      : text("The server asks to wait {seconds} s.", { seconds: Math.ceil(waitMs / 1000) }),
  );
}

function judgeConnection(error: unknown, endpoint: Endpoint, model: string): Judged {
  const { host } = endpoint;
  const state = stateOf(error);
  const reason = text("{what}: {why}", { what: host, why: state });
  if (error instanceof MalformedAnswerError) {
    return {
      error: new ProviderError(
        "request",
        text('Cannot read the answer of model "{model}": {state}', { model, state }),
        { suggestion: text("Check that the API base is that of a chat-completions server.") },
      ),
      retry: true,
      waitMs: null,
      reason,
    };
  }
  const certificate = CERTIFICATE.test(String(state));
  const denied = /NotCapable|Requires net access/.test(String(state));
  const suggestion = certificate
    ? text("Set DENO_TLS_CA_STORE=system to trust the certificates that this machine trusts.")
    : error instanceof IdleTimeoutError
    ? text("Raise llm.timeout in the config, or take a faster model.")
    : endpoint.local
    ? text("Start the server (ollama serve), or give its address with --api-base.")
    : text("Check the network and the API base.");
  return {
    error: new ProviderError(
      "unreachable",
      text("Cannot reach {host}: {state}", { host, state }),
      { suggestion },
    ),
    retry: !certificate && !denied,
    waitMs: null,
    reason,
  };
}

/** Errors of the `openai` package are known by their shape: it is loaded only when it is used. */
function refusalOf(error: unknown): Refusal | null {
  if (error instanceof ServerToldError) {
    const body = errorBody(error.error);
    const status = [body.status, body.code].find((code) => typeof code === "number");
    return {
      status: typeof status === "number" && status >= 400 && status < 600 ? status : null,
      said: oneLine(messageIn(body) || JSON.stringify(error.error)),
      words: JSON.stringify(error.error),
      headers: null,
    };
  }
  if (!(error instanceof Error)) return null;
  const { status, headers, error: body } = error as Error & JsonObject;
  if (typeof status !== "number") return null;
  const own = error.message.replace(/^\d{3} /, "");
  const said = messageIn(errorBody(body)) || (own === "status code (no body)" ? "" : own);
  return {
    status,
    said: oneLine(said),
    words: `${JSON.stringify(body ?? null)} ${error.message}`,
    headers: headers instanceof Headers ? headers : null,
  };
}

/** The object with the message: servers wrap it in `error`, in a list, or in both. */
function errorBody(value: unknown): JsonObject {
  const inner: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof inner === "string") return { message: inner };
  if (!isJsonObject(inner)) return {};
  return inner.error === undefined ? inner : errorBody(inner.error);
}

function messageIn(body: JsonObject): string {
  const message = [body.message, body.detail].find((item) => typeof item === "string");
  return typeof message === "string" ? message : "";
}

function waitOf(headers: Headers | null): number | null {
  const ms = Number(headers?.get("retry-after-ms") ?? NaN);
  if (ms >= 0) return ms;
  const after = headers?.get("retry-after")?.trim();
  if (!after) return null;
  const seconds = Number(after);
  if (seconds >= 0) return seconds * 1000;
  const date = Date.parse(after);
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}

function locationOf(headers: Headers | null, baseUrl: string): string | null {
  const url = URL.parse(headers?.get("location") ?? "", baseUrl);
  return url === null || !headers?.has("location") ? null : `${url.origin}${url.pathname}`;
}

/** What went wrong, in one line. */
function stateOf(error: unknown): Text {
  if (!(error instanceof TextError)) return verbatim(oneLine(causes(error)));
  const own = error.text.mapped(withoutControls);
  return error.cause === undefined ? own : joined([own, oneLine(causes(error.cause))], ": ");
}

/** The messages of an error and its causes, without those that say nothing. */
function causes(error: unknown): string {
  const messages: string[] = [];
  for (let at = error; at instanceof Error; at = at.cause) {
    const said = at.name === "NotCapable" ? `NotCapable: ${at.message}` : at.message;
    if (said && said !== "Connection error." && !messages.some((known) => known.includes(said))) {
      messages.push(said);
    }
  }
  return messages.length > 0 ? messages.join(": ").replace(FETCH_NOISE, "") : messageOf(error);
}

function withoutControls(words: string): string {
  // deno-lint-ignore no-control-regex
  return words.replace(/[\u0000-\u001f\u007f-\u009f]+/g, " ").toWellFormed();
}

function oneLine(words: string): string {
  const line = withoutControls(words).trim();
  const characters = [...line.slice(0, LONGEST_TEXT * 2)];
  return characters.length > LONGEST_TEXT ? `${characters.slice(0, LONGEST_TEXT).join("")}…` : line;
}

function withoutKey(words: string, key: string | null): string {
  return key === null || key.length < 4 ? words : words.replaceAll(key, "[redacted:key]");
}
