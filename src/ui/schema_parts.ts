/** What the JSON Schema of the program's output is put together from. */

import { EXIT_CODES } from "../errors.ts";

/** A JSON Schema (https://json-schema.org/draft/2020-12/schema). */
export type Schema = { readonly [keyword: string]: unknown };

/** Any text. */
export const TEXT: Schema = { type: "string" };
/** A list of texts. */
export const TEXTS: Schema = { type: "array", items: TEXT };
/** True or false. */
export const FLAG: Schema = { type: "boolean" };
/** A whole number of 0 or more. */
export const COUNT: Schema = { type: "integer", minimum: 0 };
/** USD, seconds or the like. */
export const AMOUNT: Schema = { type: "number", minimum: 0 };
/** A time in UTC. */
export const TIME: Schema = {
  description: "ISO 8601, UTC.",
  type: "string",
  pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?Z$",
};
/** The id of a session. */
export const SESSION_ID: Schema = { type: "string", pattern: "^\\d{8}-\\d{6}-[0-9a-f]{6}$" };
/** Why a run ended. */
export const STOP_REASON: Schema = {
  enum: [
    "llm_done",
    "max_steps",
    "budget_exceeded",
    "timeout",
    "context_full",
    "user_interrupt",
    "llm_error",
    "auth_error",
    "save_error",
  ],
};

/** Why something failed. */
export const ERROR: Schema = described(
  "Why it failed.",
  record<{ code: string; message: string; suggestion: string | null }>({
    code: { enum: [...Object.keys(EXIT_CODES), "budget_exceeded"] },
    message: TEXT,
    suggestion: described("The way out.", orNull(TEXT)),
  }),
);

/**
 * A schema with a sentence.
 *
 * @param description What it is.
 * @param schema The schema.
 * @returns Both.
 */
export function described(description: string, schema: Schema): Schema {
  return { description, ...schema };
}

/**
 * What a schema allows, or null.
 *
 * @param schema The schema.
 * @returns The wider one.
 */
export function orNull(schema: Schema): Schema {
  return { anyOf: [schema, { type: "null" }] };
}

/**
 * A list.
 *
 * @param items What it holds.
 * @returns Its schema.
 */
export function listOf(items: Schema): Schema {
  return { type: "array", items };
}

/**
 * An object of architect's own, which has these keys and no other. That they are those of the type is
 * checked when the program is compiled.
 *
 * @param properties Key to schema, in the order in which they are printed.
 * @param optional Keys that may be missing. Default: none.
 * @returns Its schema.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { COUNT, record, TEXT } from "./schema_parts.ts";
 *
 * const schema = record<{ name: string; size?: number }>({ name: TEXT, size: COUNT }, ["size"]);
 * assertEquals([schema.required, schema.additionalProperties], [["name"], false]);
 * ```
 */
export function record<T extends object>(
  properties: { readonly [K in keyof Required<T>]: Schema },
  optional: readonly (keyof T)[] = [],
): Schema {
  const required = Object.keys(properties).filter((key) => !optional.includes(key as keyof T));
  return { type: "object", properties, required, additionalProperties: false };
}
