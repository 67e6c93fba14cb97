/** Scripted answers in the shapes of the chat-completions protocol, plain and in chunks. */

/** A tool call of a scripted answer; `args` is serialised unless it is text. */
export interface ScriptedCall {
  readonly id?: string;
  readonly name: string;
  readonly args?: unknown;
}

/** A scripted answer. */
export interface ScriptedAnswer {
  readonly content?: string | null;
  readonly calls?: readonly ScriptedCall[];
  /** Default: what fits the answer. */
  readonly finish?: string;
  /** Default 100 in, 10 out; null: none. */
  readonly usage?: Readonly<Record<string, unknown>> | null;
  /** Further keys of the message. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** Characters of content or arguments in each chunk of a stream. Default 7. */
  readonly chunkSize?: number;
}

/** The plain answer object. */
export function completion(scripted: ScriptedAnswer): Record<string, unknown> {
  const { content = null, usage = DEFAULT_USAGE, extra = {} } = scripted;
  const calls = scripted.calls?.map((call, index) => ({
    id: call.id ?? `call_${index}`,
    type: "function",
    function: { name: call.name, arguments: argumentsOf(call) },
  }));
  return {
    id: "chatcmpl-1",
    object: "chat.completion",
    model: "scripted",
    choices: [{
      index: 0,
      message: {
        role: "assistant",
        content,
        refusal: null,
        ...(calls && { tool_calls: calls }),
        ...extra,
      },
      finish_reason: finishOf(scripted),
    }],
    ...(usage === null ? {} : { usage }),
  };
}

/** The chunks of a streamed answer. */
export function chunks(scripted: ScriptedAnswer, withUsage: boolean): unknown[] {
  const { usage = DEFAULT_USAGE, extra = {}, chunkSize = 7 } = scripted;
  const list: unknown[] = [delta({ role: "assistant", content: "" })];
  for (const [key, value] of Object.entries(extra)) {
    const pieces = typeof value === "string" ? split(value, chunkSize) : [value];
    for (const piece of pieces) list.push(delta({ [key]: piece }));
  }
  for (const piece of split(scripted.content ?? "", chunkSize)) {
    list.push(delta({ content: piece }));
  }
  scripted.calls?.forEach((call, index) => {
    list.push(delta({
      tool_calls: [{
        index,
        id: call.id ?? `call_${index}`,
        type: "function",
        function: { name: call.name, arguments: "" },
      }],
    }));
    for (const piece of split(argumentsOf(call), chunkSize)) {
      list.push(delta({ tool_calls: [{ index, function: { arguments: piece } }] }));
    }
  });
  list.push(delta({}, finishOf(scripted)));
  if (withUsage && usage !== null) {
    list.push({ object: "chat.completion.chunk", choices: [], usage });
  }
  return list;
}

/** One chunk of a stream. */
export function delta(value: Record<string, unknown>, finish: string | null = null): unknown {
  return {
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta: value, finish_reason: finish }],
  };
}

const DEFAULT_USAGE = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };

function finishOf(scripted: ScriptedAnswer): string {
  return scripted.finish ?? ((scripted.calls?.length ?? 0) > 0 ? "tool_calls" : "stop");
}

function argumentsOf({ args = {} }: ScriptedCall): string {
  return typeof args === "string" ? args : JSON.stringify(args);
}

function split(text: string, size: number): string[] {
  const characters = [...text];
  const pieces: string[] = [];
  for (let at = 0; at < characters.length; at += size) {
    pieces.push(characters.slice(at, at + size).join(""));
  }
  return pieces;
}
