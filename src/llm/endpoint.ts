/** Where a model is asked and with which key. */

import { ArchitectError } from "../errors.ts";
import { type Text, text } from "../text.ts";
import { type Host, HOSTS, OPENAI } from "./hosts.ts";

/** The variable that is looked at last, whatever the provider. */
const LAST_KEY_VARIABLE = "LITELLM_API_KEY";

/** Every environment variable in which a provider's key is looked for. */
export const PROVIDER_KEY_VARIABLES: readonly string[] = [
  ...Object.values(HOSTS).flatMap((host) => host.keyVariables),
  LAST_KEY_VARIABLE,
];

/** This machine, by the names that a base URL may give it, any port. */
export const LOOPBACK_HOSTS: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Gives where the known providers are asked, this machine left out.
 *
 * @returns Host and port of each, once.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { providerHosts } from "./endpoint.ts";
 *
 * assertEquals(providerHosts()[0], "api.openai.com:443");
 * ```
 */
export function providerHosts(): readonly string[] {
  const urls = Object.values(HOSTS).map((host) => new URL(host.baseUrl));
  return [...new Set(urls.filter((url) => !isLoopback(url.hostname)).map(hostAndPort))];
}

/** What {@linkcode resolveEndpoint} is given. */
export interface EndpointOptions {
  /** The model as the user wrote it: `gpt-4o`, `ollama/llama3.2`, ... */
  readonly model: string;
  /** A base URL and where it was given; null: the provider's own. */
  readonly apiBase: { readonly url: string; readonly from: "flag" | "environment" | "file" } | null;
  /** A key that was given for this very use; it goes where the base points. */
  readonly apiKey: string | null;
  /** Variable name to value, of {@linkcode PROVIDER_KEY_VARIABLES}. */
  readonly providerKeys: Readonly<Record<string, string>>;
}

/** Where and how a model is asked. */
export interface Endpoint {
  /** The provider as the price library names it; null: a custom base and a model without prefix. */
  readonly providerId: string | null;
  /** The model name that is sent. */
  readonly model: string;
  /** Without a slash at the end. */
  readonly baseUrl: string;
  /** Host and port, for messages. */
  readonly host: string;
  /** Null: the call is made without a key. */
  readonly apiKey: string | null;
  /** The variable to set where the key is missing or refused. */
  readonly keyVariable: string;
  /** Whether the model runs on the user's own machines (`ollama/...`): it costs nothing. */
  readonly local: boolean;
  /** Whether the base is this machine: a model whose price is unknown costs nothing there. */
  readonly loopback: boolean;
}

/**
 * Finds where a model is asked, and the key that may be sent there.
 *
 * A known prefix is never sent: `openai/x/y` asks for the model `x/y`, so that any name can be sent
 * to a custom base. A provider's own key goes to the provider's own host, or to a base that came
 * from a flag or the environment; never to one from a config file.
 *
 * @throws {ArchitectError} `auth_error`: the host needs a key and there is none, or the key cannot
 * be sent. `config`: the base is no http(s) URL, or has a user name in it; the model is empty.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { resolveEndpoint } from "./endpoint.ts";
 *
 * const { baseUrl, model, apiKey } = resolveEndpoint({
 *   model: "ollama/llama3.2",
 *   apiBase: null,
 *   apiKey: null,
 *   providerKeys: { OPENAI_API_KEY: "stays here" },
 * });
 * assertEquals([baseUrl, model, apiKey], ["http://localhost:11434/v1", "llama3.2", null]);
 * ```
 */
export function resolveEndpoint(options: EndpointOptions): Endpoint {
  const { prefix, name, own, known, base } = locate(options);
  const host = known ?? own;
  const trusted = options.apiBase === null || known !== undefined ||
    options.apiBase.from !== "file";
  const keyVariable = host.keyVariables[0] ?? LAST_KEY_VARIABLE;
  const apiKey = checkKey(
    options.apiKey ?? (trusted ? keyOf(host, options.providerKeys) : null),
    base.host,
  );
  if (apiKey === null && known !== undefined && !known.keyless) {
    throw new ArchitectError(
      "auth_error",
      text('Cannot use model "{model}": there is no key for {host}', {
        model: options.model,
        host: base.host,
      }),
      {
        suggestion: text("Set {variable}, or give --api-key; ollama/MODEL needs no key.", {
          variable: keyVariable,
        }),
      },
    );
  }
  return {
    providerId: known?.id ?? (prefix === null ? null : own.id),
    model: name,
    baseUrl: base.href.replace(/\/+$/, ""),
    host: base.host,
    apiKey,
    keyVariable,
    local: prefix === "ollama",
    loopback: isLoopback(base.hostname),
  };
}

/** Where a model is asked, before any key is looked for. */
export interface Place {
  /** As the URL has it: the port only where it is not the usual one. */
  readonly host: string;
  /** Always with the port. */
  readonly hostAndPort: string;
  /** Variables that may hold a key without which the host does not answer; none: it needs no key. */
  readonly keyVariables: readonly string[];
}

/**
 * Finds where a model is asked.
 *
 * @param options The model and the base, as {@linkcode resolveEndpoint} is given them.
 * @returns The place.
 * @throws {ArchitectError} `config`, as {@linkcode resolveEndpoint}.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { placeOf } from "./endpoint.ts";
 *
 * assertEquals(placeOf({ model: "gpt-4o", apiBase: null }).hostAndPort, "api.openai.com:443");
 * ```
 */
export function placeOf(options: Pick<EndpointOptions, "model" | "apiBase">): Place {
  const { known, base } = locate(options);
  return {
    host: base.host,
    hostAndPort: hostAndPort(base),
    keyVariables: known === undefined || known.keyless
      ? []
      : [...known.keyVariables, LAST_KEY_VARIABLE],
  };
}

function locate({ model, apiBase }: Pick<EndpointOptions, "model" | "apiBase">) {
  const { prefix, name } = splitModel(model);
  const own = prefix === null ? OPENAI : HOSTS[prefix] ?? OPENAI;
  const base = apiBase === null ? new URL(own.baseUrl) : parseBase(apiBase.url);
  // A base that is a known provider's is that provider, whatever the model is called.
  const known = Object.values(HOSTS).find((host) => new URL(host.baseUrl).origin === base.origin);
  return { prefix, name, own, known, base };
}

function hostAndPort(url: URL): string {
  return `${url.hostname}:${url.port || (url.protocol === "http:" ? "80" : "443")}`;
}

/**
 * What the price library is asked about a model whose base URL is not known, such as the one that a
 * cassette was recorded from.
 *
 * @param model The model as the user wrote it.
 */
export function priceIdentity(
  model: string,
): { readonly providerId: string | null; readonly model: string; readonly local: boolean } {
  const { prefix, name } = splitModel(model);
  const providerId = prefix === null ? null : HOSTS[prefix]?.id ?? null;
  return { providerId, model: name, local: prefix === "ollama" };
}

function splitModel(model: string): { prefix: string | null; name: string } {
  const slash = model.indexOf("/");
  const head = model.slice(0, Math.max(slash, 0));
  const prefix = Object.hasOwn(HOSTS, head) ? head : null;
  const name = prefix === null ? model : model.slice(slash + 1);
  if (name.trim() === "") {
    throw new ArchitectError(
      "config",
      text('Cannot use model "{model}": it has no name', { model }),
      {
        suggestion: text("Give one, such as --model gpt-4o or --model ollama/llama3.2."),
      },
    );
  }
  return { prefix, name };
}

function parseBase(given: string): URL {
  // What is shown never holds a password or a key in a query.
  const base = given.replace(/\/\/[^/]*@/, "//").replace(/[?#].*$/s, "");
  const refuse = (state: Text) =>
    new ArchitectError("config", text('Cannot use API base "{base}": {state}', { base, state }), {
      suggestion: text("Give a URL such as http://localhost:8000/v1."),
    });
  const url = URL.parse(given);
  if (url === null) throw refuse(text("it is not a URL"));
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw refuse(text("it does not begin with http:// or https://"));
  }
  if (url.username !== "" || url.password !== "") {
    throw refuse(
      text("it has a user name or password in it, and a key is given with --api-key"),
    );
  }
  if (url.search !== "" || url.hash !== "") throw refuse(text("it has a query or a fragment"));
  return url;
}

function keyOf(host: Host, keys: Readonly<Record<string, string>>): string | null {
  const variables = host.keyless ? host.keyVariables : [...host.keyVariables, LAST_KEY_VARIABLE];
  for (const variable of variables) {
    const key = Object.hasOwn(keys, variable) ? keys[variable]?.trim() : undefined;
    if (key) return key;
  }
  return null;
}

function checkKey(key: string | null, host: string): string | null {
  const trimmed = key?.trim() ?? "";
  if (trimmed === "") return null;
  // Anything else cannot be in a header, and the error of fetch would show it.
  if (!/^[\x21-\x7e]+$/.test(trimmed)) {
    throw new ArchitectError(
      "auth_error",
      text("Cannot use the key for {host}: it holds a space or a character that is not ASCII", {
        host,
      }),
      { suggestion: text("Copy the key again, without quotes or line breaks.") },
    );
  }
  return trimmed;
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "[::1]" ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
