/** Names of files that every system takes. */

import { type Text, text } from "../text.ts";

/** Names that Windows gives to devices, in every folder, with any ending. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:[ .:].*)?$/i;

/**
 * Says why Windows cannot have a file of a name. A repository with such a file cannot be checked out
 * there, or its name means something else: a device, a stream of another file, another folder.
 *
 * @param name One component of a path.
 * @returns Words that can follow the name; null for a name that every system takes.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { unportable } from "./portable_name.ts";
 *
 * assertEquals(String(unportable("aux.txt")), "is the name of a device on Windows");
 * assertEquals(unportable("auxiliary.txt"), null);
 * ```
 */
export function unportable(name: string): Text | null {
  if (DEVICE.test(name)) return text("is the name of a device on Windows");
  const [character] = /[<>:"|?*\\]/.exec(name) ?? [];
  if (character !== undefined) {
    return text("holds {character}, which no name on Windows may hold", { character });
  }
  return /[. ]$/.test(name) ? text("ends in a dot or a space, which Windows drops") : null;
}
