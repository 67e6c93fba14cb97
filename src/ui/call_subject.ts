import { parseArguments } from "../agent/tool_calls.ts";

/** Arguments worth showing, the best first. */
const TELLING = ["path", "command", "pattern", "text"];

/**
 * What a tool call is about: its file, else its most telling argument.
 *
 * @param json The arguments, JSON text of a model.
 * @param path The file that it is known to be about. Default: none.
 * @returns The text, not escaped; empty when there is nothing to tell.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { callSubject } from "./call_subject.ts";
 *
 * assertEquals(callSubject('{"pattern":"*.ts","path":"src"}'), "src");
 * assertEquals(callSubject('{"command":"make"}'), "make");
 * assertEquals(callSubject("{"), "");
 * ```
 */
export function callSubject(json: string, path?: string): string {
  if (path !== undefined) return path;
  const args = parseArguments(json) ?? {};
  const key = TELLING.find((name) => typeof args[name] === "string");
  return key === undefined ? "" : String(args[key]);
}
