/**
 * A real HTTP server on the loopback interface that speaks the chat-completions protocol, scripted
 * by a list of replies. For tests of the provider and of the built binary.
 *
 * ```ts ignore
 * await using server = chatServer([
 *   answer({ content: "hi" }),                    // plain or streamed: as the request asks
 *   status(429, { headers: { "retry-after": "1" } }),
 *   (request) => answer({ content: `you sent ${request.messages.length}` }),
 * ]);
 * await runBinary({ env: { ARCHITECT_API_BASE: server.baseUrl } });
 * server.requests[0].messages;
 * ```
 */

import type { Message } from "../../src/llm/provider.ts";
import { chunks, completion, delta, type ScriptedAnswer } from "./chat_script.ts";

export {
  chunks,
  completion,
  delta,
  type ScriptedAnswer,
  type ScriptedCall,
} from "./chat_script.ts";

/** The body of a request, as far as tests look at it. */
export interface ChatBody {
  readonly model?: string;
  readonly messages?: readonly Message[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
  readonly stream?: boolean;
  readonly stream_options?: { readonly include_usage?: boolean };
  readonly [key: string]: unknown;
}

/** A request as the server received it. */
export interface ChatRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Headers;
  /** The parsed body. */
  readonly body: ChatBody;
  /** `body.messages`. */
  readonly messages: readonly Message[];
  /** From 1. */
  readonly number: number;
}

/** Makes the response to a request. `closed` is aborted when the server is disposed. */
export type Reply = (
  request: ChatRequest,
  closed: AbortSignal,
) => Response | Reply | Promise<Response | Reply>;

/** A running server. Disposing it ends every open connection. */
export interface ChatServer extends AsyncDisposable {
  /** `http://127.0.0.1:PORT/v1`: the API base. */
  readonly baseUrl: string;
  /** What was received, in order. */
  readonly requests: ChatRequest[];
  /** Resolves when request `number` (from 1) has come. */
  received(number: number): Promise<ChatRequest>;
}

/**
 * Starts a server on a free port of 127.0.0.1. Needs permission for the net.
 *
 * @param replies One for each request, in order; once they are used up the last one is repeated.
 */
export function chatServer(replies: readonly Reply[]): ChatServer {
  const requests: ChatRequest[] = [];
  const arrivals: PromiseWithResolvers<ChatRequest>[] = [];
  const arrival = (index: number) => arrivals[index] ??= Promise.withResolvers<ChatRequest>();
  const closing = new AbortController();
  const server = Deno.serve({
    hostname: "127.0.0.1",
    port: 0,
    signal: closing.signal,
    onListen: () => {},
    // A reply that breaks off its stream is meant to.
    onError: () => new Response(null, { status: 500 }),
  }, async (received) => {
    const { pathname, search } = new URL(received.url);
    const text = await received.text();
    const body: ChatBody = text === "" ? {} : JSON.parse(text);
    const request: ChatRequest = {
      method: received.method,
      path: pathname + search,
      headers: received.headers,
      body,
      messages: body.messages ?? [],
      number: requests.length + 1,
    };
    const reply = replies[Math.min(requests.length, replies.length - 1)];
    requests.push(request);
    arrival(request.number - 1).resolve(request);
    let response: Response | Reply | undefined = reply;
    while (typeof response === "function") response = await response(request, closing.signal);
    return response ?? new Response("no reply is scripted", { status: 500 });
  });
  return {
    baseUrl: `http://127.0.0.1:${server.addr.port}/v1`,
    requests,
    received: (number) => arrival(number - 1).promise,
    async [Symbol.asyncDispose]() {
      closing.abort();
      await server.finished;
    },
  };
}

/** An answer, streamed where the request asks for it. */
export function answer(scripted: ScriptedAnswer): Reply {
  return (request) => request.body.stream ? streamed(scripted) : plain(scripted);
}

/** An answer as one JSON document, even where a stream was asked for. */
export function plain(scripted: ScriptedAnswer): Reply {
  return () => Response.json(completion(scripted));
}

/** An answer as a stream of events, even where none was asked for. */
export function streamed(scripted: ScriptedAnswer): Reply {
  return (request) => {
    const withUsage = request.body.stream_options?.include_usage === true;
    return events([...chunks(scripted, withUsage), "[DONE]"]);
  };
}

/** A response with this status, such as an error. */
export function status(
  code: number,
  options: { headers?: Record<string, string>; body?: unknown } = {},
): Reply {
  const { headers = {}, body = { error: { message: `scripted ${code}` } } } = options;
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return () => new Response(code === 204 || code === 304 ? null : text, { status: code, headers });
}

/** Any text as the whole body: malformed JSON, malformed events, an HTML page. */
export function raw(body: string, contentType = "application/json"): Reply {
  return () => new Response(body, { headers: { "content-type": contentType } });
}

/** The events of a stream: objects are serialised, text is sent as it is. */
export function events(items: readonly unknown[]): Response {
  return eventResponse((send) => {
    for (const item of items) send(item);
    return true;
  });
}

/** A stream whose connection is cut after so many of its events. */
export function cutAfter(count: number, scripted: ScriptedAnswer): Reply {
  return () =>
    eventResponse((send) => {
      for (const chunk of chunks(scripted, true).slice(0, count)) send(chunk);
      return new Error("cut");
    });
}

/** A stream that ends in good order after so many of its events, without a finish reason. */
export function endAfter(count: number, scripted: ScriptedAnswer): Reply {
  return () => events(chunks(scripted, false).slice(0, count));
}

/** A stream that never ends: a piece of content every `everyMs`. */
export function drip(options: { everyMs?: number; piece?: string } = {}): Reply {
  const { everyMs = 10, piece = "drip " } = options;
  return (_request, closed) =>
    eventResponse((send) => {
      const timer = setInterval(() => send(delta({ content: piece })), everyMs);
      closed.addEventListener("abort", () => clearInterval(timer), { once: true });
      return () => clearInterval(timer);
    });
}

/** Sends so many events of an answer (0: not even headers), then nothing, until it is closed. */
export function hang(count = 0, scripted: ScriptedAnswer = {}): Reply {
  return async (_request, closed) => {
    if (count === 0) {
      await new Promise((resolve) => closed.addEventListener("abort", resolve, { once: true }));
      return new Response(null, { status: 500 });
    }
    return eventResponse((send) => {
      for (const chunk of chunks(scripted, true).slice(0, count)) send(chunk);
      return () => {};
    });
  };
}

/** The reply once the promise has resolved: a slow server, without a clock. */
export function after(gate: Promise<unknown>, reply: Reply): Reply {
  return async () => {
    await gate;
    return reply;
  };
}

/**
 * @param start Sends what there is; gives true to end the stream, an error to cut the connection,
 * or what to call when the client goes away while the stream stays open.
 */
function eventResponse(
  start: (send: (item: unknown) => void) => true | Error | (() => void),
): Response {
  const encoder = new TextEncoder();
  let stop = () => {};
  let sent = false;
  let failure: Error | null = null;
  const body = new ReadableStream<Uint8Array>({
    // Not in `start`: an error there would come before the headers are out.
    async pull(controller) {
      if (failure !== null) {
        // What was sent has been taken, but may not be out: fetch repeats a request by itself when
        // the connection ends before the headers.
        await new Promise((resolve) => setTimeout(resolve, 20));
        controller.error(failure);
      }
      if (sent) return;
      sent = true;
      const result = start((item) => {
        const data = typeof item === "string" ? item : JSON.stringify(item);
        controller.enqueue(encoder.encode(`data: ${data}\n\n`));
      });
      if (result === true) controller.close();
      else if (result instanceof Error) failure = result;
      else stop = result;
    },
    cancel: () => stop(),
  }, { highWaterMark: 0 });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}
