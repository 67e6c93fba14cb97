/** Looking for secrets where none may be. */

import { assertEquals } from "@std/assert";
import { walk } from "@std/fs/walk";
import { join } from "@std/path";
import type { Arena } from "./support.ts";

/** Everything below `.architect`, as one text. */
export async function saved({ work }: Arena): Promise<string> {
  let text = "";
  for await (const { path } of walk(join(work, ".architect"), { includeDirs: false })) {
    text += await Deno.readTextFile(path);
  }
  return text;
}

/** Fails where a text has a secret, and shows what is around it. */
export function assertWithout(text: string, secrets: readonly string[], where: string): void {
  for (const secret of secrets) {
    const at = text.indexOf(secret);
    const around = text.slice(Math.max(0, at - 60), at + 60);
    assertEquals(at, -1, `${where} has ${secret}: ${around}`);
  }
}
