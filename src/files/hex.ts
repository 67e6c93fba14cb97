/**
 * Bytes as hexadecimal digits.
 *
 * @param bytes Any bytes.
 * @returns Two digits a byte, lower case.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { hex } from "./hex.ts";
 *
 * assertEquals(hex(new Uint8Array([0, 10, 255])), "000aff");
 * ```
 */
export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
