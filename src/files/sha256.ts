import { hex } from "./hex.ts";

/**
 * SHA-256 (FIPS 180-4).
 *
 * @param data Bytes, or text that is taken as UTF-8.
 * @returns 64 hex digits, lower case.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { sha256 } from "./sha256.ts";
 *
 * assertEquals((await sha256("")).slice(0, 8), "e3b0c442");
 * ```
 */
export async function sha256(data: Uint8Array<ArrayBuffer> | string): Promise<string> {
  const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}
