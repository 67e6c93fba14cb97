/** The composition root: from settings to the parts that a run is made of. */

import type { Config } from "./config.ts";
import { insideWorkspace } from "./config/inside_workspace.ts";
import { ArchitectError } from "./errors.ts";
import { readRegularFile, RefusedFileError } from "./files/regular_file.ts";
import type { Message, Provider } from "./llm/provider.ts";
import { REPLAY_PREFIX } from "./llm/replay_prefix.ts";
import { createRedactor, type Redactor } from "./secrets.ts";
import { SessionManager } from "./session/session_manager.ts";
import { text } from "./text.ts";
import type { Tool } from "./tools/tool.ts";
import { createTools } from "./tools/toolbox.ts";

/** The model of a new session, when nobody names one. */
export const DEFAULT_MODEL = "gpt-4o";

/** More than any recorded run. */
const MAX_CASSETTE_BYTES = 64 * 1024 * 1024;

/**
 * The sessions of a workspace. Needs the right to the host's name, and what `SessionManager` needs.
 *
 * @param workspace Real path of the workspace.
 * @param config The settings: whether the full history is kept.
 * @returns The sessions.
 */
export function openSessions(workspace: string, config: Config): SessionManager {
  const { history } = config.sessions;
  return new SessionManager(workspace, { host: Deno.hostname(), pid: Deno.pid, history });
}

/**
 * What takes secrets out of everything that is kept or shown: the keys of this call, and what looks
 * like a key.
 *
 * @param config The settings.
 * @returns The redactor.
 */
export function openRedactor(config: Config): Redactor {
  const keys = Object.entries(config.llm.providerKeys).map(([name, value]) => ({
    kind: name.toLowerCase(),
    // It is sent so, and would be seen so, whatever spaces the variable has around it.
    value: value.trim(),
  }));
  if (config.llm.apiKey !== null) keys.push({ kind: "api_key", value: config.llm.apiKey.trim() });
  return createRedactor(keys);
}

/**
 * Takes secrets out of a message.
 *
 * @param redactor What finds them.
 * @param message The message.
 * @param options `keepIds`: the ids of calls stay, as something else is known by them already. Else one
 * that holds a secret becomes another. Default false.
 * @returns The message; the arguments of its calls are still JSON.
 */
export function redactMessage(
  redactor: Redactor,
  message: Message,
  options: { readonly keepIds?: boolean } = {},
): Message {
  const { keepIds = false } = options;
  const { tool_calls, tool_call_id, ...rest } = message;
  const redacted = {
    ...redactor.value(rest),
    ...(tool_call_id === undefined ? {} : { tool_call_id }),
  } as Message;
  if (tool_calls === undefined) return redacted;
  return {
    ...redacted,
    tool_calls: tool_calls.map((call) => {
      const { id, function: { arguments: json, ...called }, ...rest } = call;
      const args = redactor.arguments(json);
      return {
        // Two ids that became one marker would leave a history that no provider takes.
        id: keepIds || redactor.text(id) === id ? id : `call_${crypto.randomUUID()}`,
        ...redactor.value(rest),
        function: { ...redactor.value(called), arguments: args },
      };
    }),
  };
}

/**
 * The tools of a run.
 *
 * @param names The tools that are allowed; a name that is no tool is passed over.
 * @param config The settings.
 * @param environment What commands may be given a part of.
 * @returns Name to tool.
 */
export function openTools(
  names: readonly string[],
  config: Config,
  environment: Readonly<Record<string, string>>,
): ReadonlyMap<string, Tool> {
  const { timeoutSeconds, allowed, env } = config.commands;
  const keys = [...Object.values(config.llm.providerKeys), config.llm.apiKey ?? ""]
    .map((key) => key.trim()).filter((key) => key !== "");
  // By its value: a key may be in more variables than the one it was taken from.
  const withoutKeys = Object.fromEntries(
    Object.entries(environment).filter(([, value]) =>
      // A short one, as a local server takes any, stands in many a path.
      !keys.some((key) => value.trim() === key || key.length >= 8 && value.includes(key))
    ),
  );
  const all = createTools({
    commands: { timeoutSeconds, allowed, env, environment: withoutKeys },
  });
  return new Map([...all].filter(([name]) => names.includes(name)));
}

/**
 * The provider of a model. Its code is loaded only now; nothing is sent.
 *
 * @param model The model as the user wrote it: `gpt-4o`, `ollama/qwen3`, `replay:FILE`.
 * @param config The settings.
 * @param workspace Real path of the workspace; a cassette lies in it.
 * @returns The provider.
 * @throws {ArchitectError} `auth_error`: a key is missing; `config` or `usage`: the model, the API
 * base or the cassette cannot be used.
 */
export async function openProvider(
  model: string,
  config: Config,
  workspace: string,
): Promise<Provider> {
  const { llm, costs: { prices, claimedPrices } } = config;
  const { createPricing } = await import("./llm/prices.ts");
  const { priceIdentity, resolveEndpoint } = await import("./llm/endpoint.ts");
  if (model.startsWith(REPLAY_PREFIX)) {
    const file = model.slice(REPLAY_PREFIX.length);
    const cassette = await readCassette(file, workspace);
    const { replayProvider } = await import("./llm/replay.ts");
    return await replayProvider({
      file,
      text: cassette,
      contextTokens: llm.contextTokens,
      pricingOf: (written) =>
        createPricing({ prices, claimedPrices, written, ...priceIdentity(written) }),
    });
  }
  const endpoint = resolveEndpoint({ ...llm, model });
  const pricing = await createPricing({ ...endpoint, prices, claimedPrices, written: model });
  const { openaiProvider } = await import("./llm/openai.ts");
  return openaiProvider({
    model,
    endpoint,
    pricing,
    contextTokens: llm.contextTokens,
    timeoutMs: llm.timeoutSeconds * 1000,
    retries: llm.retries,
    stream: llm.stream,
  });
}

async function readCassette(file: string, workspace: string): Promise<string> {
  const path = await insideWorkspace(file, workspace, "--model replay:");
  try {
    const { bytes } = await readRegularFile(path, { maxBytes: MAX_CASSETTE_BYTES });
    return new TextDecoder().decode(bytes);
  } catch (error) {
    const state = error instanceof Deno.errors.NotFound
      ? text("there is no such file")
      : error instanceof RefusedFileError
      ? error.reason
      : null;
    if (state === null) throw error;
    throw new ArchitectError(
      "config",
      text('Cannot read cassette "{file}": {state}', { file, state }),
      {
        cause: error,
        suggestion: text("Record one with --record FILE, or give another model."),
      },
    );
  }
}
