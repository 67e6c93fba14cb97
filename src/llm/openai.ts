/**
 * The chat-completions protocol: OpenAI and every server that speaks it
 * (https://platform.openai.com/docs/api-reference/chat/create).
 *
 * The `openai` package is loaded by the first call, not by importing this file.
 */

import { text } from "../text.ts";
import { CallGuard, type StartTimer } from "./call_guard.ts";
import { answerOf, type Completion, completionOf, MalformedAnswerError } from "./chat_answer.ts";
import { judgeFailure, textOfBadRequest } from "./chat_failure.ts";
import { learnRefusal, type Refused, requestBody } from "./chat_request.ts";
import { ChatStream } from "./chat_stream.ts";
import { DEFAULT_CONTEXT_TOKENS } from "./context_tokens.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Pricing } from "./prices.ts";
import type { Answer, ModelRequest, Provider } from "./provider.ts";
import { type Sleep, withRetries } from "./retry.ts";
import { SseParser } from "./sse.ts";

/** What {@linkcode openaiProvider} is given. */
export interface OpenAiProviderOptions {
  /** The model as the user wrote it: what the session keeps. */
  readonly model: string;
  /** From {@linkcode resolveEndpoint}. */
  readonly endpoint: Endpoint;
  /** From {@linkcode createPricing}. */
  readonly pricing: Pricing;
  /** Size of the context window; default: what the price library knows, else 128,000. */
  readonly contextTokens?: number | null;
  /** Milliseconds without a byte after which a try has failed. Default 60,000. */
  readonly timeoutMs?: number;
  /** Tries after the first. Default 2. */
  readonly retries?: number;
  /** Whether answers are streamed. Default true. */
  readonly stream?: boolean;
  /** Bytes of an answer after which it is not listened to any longer. Default 64 MiB. */
  readonly mostBytes?: number;
  /** Waits between two tries. Default: a timer. */
  readonly sleep?: Sleep;
  /** 0 to 1, spreads the waits. Default Math.random. */
  readonly random?: () => number;
  /** Measures the time without a byte. Default: setTimeout. */
  readonly startTimer?: StartTimer;
}

/** More than any answer is. */
const MOST_BYTES = 64 * 1024 * 1024;

/** The `openai` package is not to stop a call by itself; {@linkcode CallGuard} does. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * Asks a model over the chat-completions protocol. Needs permission for the net and for nothing
 * else; no environment variable changes what it does.
 *
 * - A redirect is not followed: the key would go where it leads.
 * - A server that ignores `stream`, either way, is understood.
 * - A server that refuses `stream_options` or a key of a message that the protocol does not name is
 *   asked again without it, and not sent it any more.
 * - A cut answer is never passed on: a stream that ends before its `finish_reason` is tried again.
 *
 * @param options Where to ask, what it costs, how patient to be.
 * @returns The provider. Nothing is loaded or sent before its first call.
 */
export function openaiProvider(options: OpenAiProviderOptions): Provider {
  const { model, endpoint, pricing, timeoutMs = 60_000, retries = 2, stream = true } = options;
  const { mostBytes = MOST_BYTES } = options;
  const refused: Refused = { streamOptions: false, foreignKeys: false };

  async function ask(request: ModelRequest): Promise<Completion> {
    const body = requestBody(endpoint.model, request, stream, refused);
    using guard = new CallGuard(request.signal, timeoutMs, options);
    const work = post(endpoint, body, guard, mostBytes).then((response) =>
      readCompletion(response, request)
    );
    return await guard.race(work);
  }

  async function attempt(request: ModelRequest): Promise<Omit<Answer, "costUsd">> {
    while (true) {
      try {
        return answerOf(await ask(request), request.messages, request.answerNumber);
      } catch (error) {
        const text = textOfBadRequest(error);
        // Each refusal is learnt once, so this ends.
        if (text === null || !learnRefusal(text, request.messages, stream, refused)) throw error;
      }
    }
  }

  return {
    model,
    contextTokens: options.contextTokens ?? pricing.contextTokens ?? DEFAULT_CONTEXT_TOKENS,
    priceKnown: pricing.known,
    async complete(request: ModelRequest): Promise<Answer> {
      request.signal.throwIfAborted();
      const answer = await withRetries(() => attempt(request), {
        ...options,
        retries,
        signal: request.signal,
        judge: (error) => judgeFailure(error, endpoint, model),
        onNotice: request.onNotice,
      });
      return { ...answer, costUsd: pricing.costOf(answer.usage) };
    },
  };
}

async function post(
  endpoint: Endpoint,
  body: unknown,
  guard: CallGuard,
  mostBytes: number,
): Promise<Response> {
  const { default: OpenAI } = await import("openai");
  const client = new OpenAI({
    baseURL: endpoint.baseUrl,
    // It wants one; what is sent is in headersOf.
    apiKey: "none",
    // Each of these would else be looked for in the environment.
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: "off",
    maxRetries: 0,
    timeout: NO_TIMEOUT_MS,
    fetch: async (url, init) => {
      const headers = headersOf(endpoint.apiKey);
      return watched(await fetch(url, { ...init, headers, redirect: "manual" }), guard, mostBytes);
    },
  });
  return await client.post("/chat/completions", { body, signal: guard.signal }).asResponse();
}

/**
 * All the headers of a request. Those of the `openai` package describe this machine, and hold what
 * OPENAI_CUSTOM_HEADERS says where the environment can be read.
 */
function headersOf(apiKey: string | null): Headers {
  const headers = new Headers({
    accept: "application/json, text/event-stream",
    "content-type": "application/json",
    "user-agent": "architect",
  });
  if (apiKey !== null) headers.set("authorization", `Bearer ${apiKey}`);
  return headers;
}

/** The same response, each of whose bytes tells the guard. */
function watched(response: Response, guard: CallGuard, mostBytes: number): Response {
  guard.touch();
  if (response.body === null) return response;
  let bytes = 0;
  const watch = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      guard.touch();
      bytes += chunk.byteLength;
      if (bytes <= mostBytes) controller.enqueue(chunk);
      else controller.error(new MalformedAnswerError(text("the answer is too large")));
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(watch), { status, statusText, headers });
}

/** Reads an answer of either kind: what it begins with tells, not what was asked for. */
async function readCompletion(
  response: Response,
  { onProgress, onText }: Pick<ModelRequest, "onProgress" | "onText">,
): Promise<Completion> {
  onText?.(null);
  const decoder = new TextDecoder();
  const parser = new SseParser();
  const chat = new ChatStream();
  let head = "";
  let plain = false;
  const pieces: string[] = [];
  for await (const bytes of response.body ?? []) {
    const piece = decoder.decode(bytes, { stream: true });
    if (head === "") {
      head = piece.trimStart().slice(0, 80);
      plain = head.startsWith("{") || head.startsWith("[");
    }
    if (plain) {
      pieces.push(piece);
      continue;
    }
    const done = addEvents(chat, parser.push(piece));
    if (chat.characters > 0) onProgress?.(chat.characters);
    const news = chat.takeText();
    if (news !== "") onText?.(news);
    if (done) return chat.completion();
  }
  if (plain) return completionOf(parseJson(pieces.join("") + decoder.decode()));
  addEvents(chat, parser.end());
  if (!chat.started) {
    throw new MalformedAnswerError(
      head === ""
        ? text("it is empty")
        : text('it is neither JSON nor an event stream, it begins "{head}"', { head }),
    );
  }
  return chat.completion();
}

/** @returns Whether the stream says that it is done. */
function addEvents(chat: ChatStream, events: readonly string[]): boolean {
  for (const event of events) {
    if (event.trim() === "[DONE]") return true;
    chat.add(parseJson(event));
  }
  return false;
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    // The parser's own message holds a piece of the answer.
    throw new MalformedAnswerError(text("it holds malformed JSON"), { cause: error });
  }
}
