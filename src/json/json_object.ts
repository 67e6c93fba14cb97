/** An object of JSON whose keys and values are unchecked. */
export type JsonObject = Record<string, unknown>;

/**
 * Whether a value of JSON is an object: not null, and no list.
 *
 * @param value A value of JSON.
 * @returns True for an object.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { isJsonObject } from "./json_object.ts";
 *
 * assertEquals([{}, [], null, "a"].map(isJsonObject), [true, false, false, false]);
 * ```
 */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
