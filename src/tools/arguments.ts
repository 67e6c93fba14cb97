/** The arguments of a tool: said once, for the model (JSON Schema) and for the check (valibot). */

import * as v from "valibot";
import { isJsonObject } from "../json/json_object.ts";
import { ToolError } from "./tool.ts";

/** One argument. */
export interface Field<T> {
  readonly schema: v.GenericSchema<unknown, T>;
  readonly json: Readonly<Record<string, unknown>>;
  readonly required: boolean;
}

/** The arguments that a record of fields describes. */
export type ArgumentsOf<F extends Readonly<Record<string, Field<unknown>>>> = {
  readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never;
};

/** What {@linkcode defineArguments} gives. */
export interface ToolArguments<T> {
  /** JSON Schema, for the model. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /**
   * @param args What the model gave.
   * @returns The arguments.
   * @throws {ToolError} One is missing, unknown or of the wrong type; says what was expected.
   */
  check(args: unknown): T;
}

/**
 * @param description What it is for.
 * @returns A text.
 */
export function text(description: string): Field<string> {
  return { schema: v.string(), json: { type: "string", description }, required: true };
}

/**
 * @param description What it is for.
 * @param min The smallest value.
 * @param max The largest value.
 * @returns A whole number.
 */
export function integer(description: string, min: number, max: number): Field<number> {
  return {
    schema: v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max)),
    json: { type: "integer", minimum: min, maximum: max, description },
    required: true,
  };
}

/**
 * @param description What it is for.
 * @returns A yes or no.
 */
export function flag(description: string): Field<boolean> {
  return { schema: v.boolean(), json: { type: "boolean", description }, required: true };
}

/**
 * @param description What it is for.
 * @param values What can be chosen.
 * @returns One of several words.
 */
export function choice<const T extends string>(
  description: string,
  values: readonly T[],
): Field<T> {
  return {
    schema: v.picklist(values),
    json: { type: "string", enum: values, description },
    required: true,
  };
}

/**
 * @param description What it is for.
 * @returns A record of texts.
 */
export function texts(description: string): Field<Readonly<Record<string, string>>> {
  return {
    schema: v.record(v.string(), v.string()),
    json: { type: "object", additionalProperties: { type: "string" }, description },
    required: true,
  };
}

/**
 * @param field An argument.
 * @returns The same, which may be left out or null: then it is undefined.
 */
export function optional<T>(field: Field<T>): Field<T | undefined> {
  return {
    schema: v.pipe(v.nullish(field.schema), v.transform((value) => value ?? undefined)),
    json: field.json,
    required: false,
  };
}

/**
 * Describes the arguments of a tool.
 *
 * @param fields Name of an argument to what it is.
 * @returns The schema for the model and the check.
 *
 * @example
 * ```ts
 * import { assertEquals, assertThrows } from "@std/assert";
 * import { defineArguments, integer, optional, text } from "./arguments.ts";
 *
 * const { check } = defineArguments({ path: text("file"), line: optional(integer("line", 1, 9)) });
 * assertEquals(check({ path: "a" }), { path: "a", line: undefined });
 * assertThrows(() => check({ path: 1 }));
 * ```
 */
export function defineArguments<F extends Readonly<Record<string, Field<unknown>>>>(
  fields: F,
): ToolArguments<ArgumentsOf<F>> {
  const names = Object.keys(fields);
  const parameters = {
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, fields[name]?.json])),
    required: names.filter((name) => fields[name]?.required),
    additionalProperties: false,
  };
  return {
    parameters,
    check(args) {
      const values: Record<string, unknown> = {};
      if (!isJsonObject(args)) throw wrong("an object was expected", fields);
      const given = new Map(Object.entries(args));
      for (const [name, field] of Object.entries(fields)) {
        if (field.required && !given.has(name)) throw wrong(`"${name}" is missing`, fields);
        const result = v.safeParse(field.schema, given.get(name));
        if (!result.success) throw wrong(`"${name}": ${result.issues[0].message}`, fields);
        values[name] = result.output;
        given.delete(name);
      }
      const [unknown] = given.keys();
      if (unknown !== undefined) throw wrong(`"${unknown.slice(0, 100)}" is unknown`, fields);
      // Each value was checked by the schema of its own name.
      return values as ArgumentsOf<F>;
    },
  };
}

function wrong(problem: string, fields: Readonly<Record<string, Field<unknown>>>): ToolError {
  const wanted = Object.entries(fields).map(([name, { required, json }]) => {
    const type = Array.isArray(json.enum) ? json.enum.join("|") : String(json.type);
    return `${name}${required ? "" : "?"}: ${type}`;
  });
  return new ToolError(`Wrong arguments: ${problem}. Expected: {${wanted.join(", ")}}`);
}
