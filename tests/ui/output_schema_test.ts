import { assert, assertEquals, assertThrows } from "@std/assert";
import { createSession, toDict } from "../../src/session/mod.ts";
import { EVENT_SCHEMAS } from "../../src/ui/event_schema.ts";
import { outputSchema } from "../../src/ui/output_schema.ts";
import type { Schema } from "../../src/ui/schema_parts.ts";
import { checkBySchema, checkEvent, schemaChecker } from "../support/output_schema.ts";

const AT = "2026-01-02T03:04:05.000Z";
const ID = "20260223-143022-a1b2c3";
const SCHEMA = outputSchema("1.2.3");

/** Every schema in a schema, with the keys that lead to it. */
function* schemasIn(value: unknown, path: string): Generator<readonly [string, Schema]> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield [path, value as Schema];
  for (const [key, inner] of Object.entries(value)) yield* schemasIn(inner, `${path}/${key}`);
}

const ERROR = {
  session_id: null,
  status: "failed",
  error: { code: "usage", message: "Cannot", suggestion: null },
};
const RESULT = {
  session_id: ID,
  status: "success",
  stop_reason: "llm_done",
  output: "done",
  steps: 1,
  run_steps: 1,
  tools_used: [{ name: "grep", success: false, error: "no" }],
  files_modified: ["a.txt"],
  duration_seconds: 0.5,
  costs: {
    total_cost_usd: 0.01,
    run_cost_usd: 0.01,
    complete: true,
    input_tokens: 1,
    output_tokens: 1,
  },
  model: "m",
  agent: "build",
  truncated: false,
  persisted: true,
  error: null,
};

Deno.test("outputSchema() is a schema of draft 2020-12, all of whose parts can be used", () => {
  const ajv = schemaChecker(SCHEMA);
  assertEquals(SCHEMA.$schema, "https://json-schema.org/draft/2020-12/schema");
  for (const name of Object.keys(SCHEMA.$defs)) {
    assert(ajv.getSchema(`output#/$defs/${name}`), name);
  }
  const known = Object.keys(SCHEMA.$defs).map((name) => `#/$defs/${name}`);
  const references = [...schemasIn(SCHEMA, "")].flatMap(([, { $ref }]) => $ref ?? []);
  assertEquals(references.filter((reference) => !known.includes(String(reference))), []);
});

Deno.test("outputSchema() takes every document and every event, and nothing else", () => {
  const validate = schemaChecker(SCHEMA).getSchema("output")!;
  const state = createSession({ task: "x", agent: "build", model: "m" });
  for (const value of [RESULT, ERROR, [], toDict(state), { session_id: ID, deleted: true }]) {
    assertEquals(validate(value), true, JSON.stringify(value));
  }
  assertEquals(validate({ type: "step_started", at: AT, step: 1 }), true);
  for (const value of [null, {}, "x", [1], { type: "nope", at: AT }]) {
    assertEquals(validate(value), false, JSON.stringify(value));
  }
});

Deno.test("outputSchema() leaves open only what is not architect's own", () => {
  const open = [...schemasIn(SCHEMA.$defs, "")].filter(([, schema]) =>
    schema.type === "object" && schema.additionalProperties !== false
  ).map(([path]) => path);
  const foreign = /^\/session_(state|export)(\/|$)|\/tool_calls\/items\/properties\/arguments$/;
  assertEquals(open.filter((path) => !foreign.test(path)), []);
  assertEquals(open.length > 2, true);
});

Deno.test("outputSchema() tells a key that is new, missing or of another kind", async (t) => {
  const cases: readonly (readonly [string, string, unknown])[] = [
    ["new", "run_result", { ...RESULT, extra: 1 }],
    ["new, inside", "run_result", { ...RESULT, costs: { ...RESULT.costs, extra: 1 } }],
    ["missing", "run_result", { ...RESULT, model: undefined }],
    ["another kind", "run_result", { ...RESULT, steps: "1" }],
    ["an unknown word", "run_result", { ...RESULT, status: "running" }],
    ["an unknown code", "error_document", { ...ERROR, error: { ...ERROR.error, code: "oops" } }],
    ["no id", "run_result", { ...RESULT, session_id: "last" }],
    ["no time", "step_started_event", { type: "step_started", at: "now", step: 1 }],
    ["no step", "step_started_event", { type: "step_started", at: AT, step: 0 }],
    ["another event", "step_started_event", { type: "saved", at: AT, step: 1 }],
    ["a result that is none", "run_finished_event", {
      type: "run_finished",
      at: AT,
      result: { output: "done" },
    }],
  ];
  for (const [name, definition, value] of cases) {
    await t.step(name, () => {
      const printed = JSON.parse(JSON.stringify(value));
      assertThrows(() => checkBySchema(definition, printed), Error, "It is no");
    });
  }
  checkBySchema("run_result", RESULT);
  checkBySchema("error_document", ERROR);
  for (const result of [RESULT, ERROR]) {
    checkEvent({ type: "run_finished", at: AT, result } as never);
  }
});

Deno.test("outputSchema() says of each event and document what it is", () => {
  const { $defs } = SCHEMA;
  assertEquals(Object.entries($defs).filter(([, { description }]) => !description), []);
  const { oneOf } = $defs.event as { readonly oneOf: readonly { readonly $ref: string }[] };
  assertEquals(
    oneOf.map(({ $ref }) => $ref),
    Object.keys(EVENT_SCHEMAS).map((type) => `#/$defs/${type}_event`),
  );
});
