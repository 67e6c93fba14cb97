/** Whether what the program printed is what its schema says. */

import { Ajv2020, type ValidateFunction } from "ajv/2020";
import { type OutputSchema, outputSchema } from "../../src/ui/output_schema.ts";

/** Words of a command to the definition of what it prints with `--json`. */
const DOCUMENTS: Readonly<Record<string, string>> = {
  run: "run_result",
  resume: "run_result",
  sessions: "session_list",
  "sessions show": "session_state",
  "sessions stats": "session_stats",
  "sessions export": "session_export",
  "sessions verify": "verify_report",
  "sessions delete": "deleted_session",
  "sessions fork": "forked_session",
  "sessions import": "imported_session",
  cleanup: "cleanup_report",
  permissions: "permissions",
};

const NAME = "output";
const validators = new Map<string, ValidateFunction>();
let ajv: Ajv2020 | null = null;

/**
 * Makes what checks values by a schema. It refuses a keyword that nobody knows.
 *
 * @param schema A schema with definitions.
 */
export function schemaChecker(schema: OutputSchema): Ajv2020 {
  return new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true })
    .addSchema(schema, NAME);
}

/**
 * Throws unless a value is what a definition of the schema says.
 *
 * @param definition Its name in `$defs`.
 * @param value The value.
 */
export function checkBySchema(definition: string, value: unknown): void {
  ajv ??= schemaChecker(outputSchema("0.0.0"));
  const validate = validators.get(definition) ?? ajv.getSchema(`${NAME}#/$defs/${definition}`);
  if (validate === undefined) throw new Error(`The schema has no definition "${definition}"`);
  validators.set(definition, validate);
  if (validate(value)) return;
  const told = JSON.stringify(value, null, 2).slice(0, 2000);
  throw new Error(`It is no ${definition}: ${ajv.errorsText(validate.errors)}\n${told}`);
}

/**
 * Throws unless a document is what the schema says of a command's.
 *
 * @param args The command line that printed it.
 * @param document The document.
 */
export function checkDocument(args: readonly string[], document: unknown): void {
  if (isErrorDocument(document)) return checkBySchema("error_document", document);
  const command = DOCUMENTS[args.slice(0, 2).join(" ")] ?? DOCUMENTS[args[0] ?? ""];
  if (command === undefined) {
    throw new Error(`Of which definition in src/ui/output_schema.ts is what "${args[0]}" prints?`);
  }
  checkBySchema(command, document);
}

/**
 * Throws unless an event is what the schema says of its type.
 *
 * @param event The event.
 */
export function checkEvent(event: { readonly type: string }): void {
  checkBySchema(`${event.type}_event`, event);
  checkBySchema("event", event);
}

function isErrorDocument(document: unknown): boolean {
  return typeof document === "object" && document !== null && !Array.isArray(document) &&
    Object.keys(document).join() === "session_id,status,error";
}
