import type { Message } from "../llm/provider.ts";

/**
 * The text of a message, whose content may be a list of parts; parts that are no text are passed over.
 *
 * @param message The message.
 * @returns Its text; empty when it has none.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { messageText } from "./message_text.ts";
 *
 * const parts = [{ type: "text", text: "a" }, { type: "image_url" }, { type: "text", text: "b" }];
 * assertEquals(messageText({ role: "assistant", content: parts }), "ab");
 * assertEquals(messageText({ role: "assistant", content: null }), "");
 * ```
 */
export function messageText({ content }: Message): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part: unknown) =>
    typeof part === "object" && part !== null && "text" in part && typeof part.text === "string"
      ? part.text
      : ""
  ).join("");
}
