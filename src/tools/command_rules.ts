/** Which commands are never run, and which are where a list of allowed ones is set. Pure. */

/**
 * Commands that nobody wants from an agent. A short list against accidents; who means harm finds
 * another way, which is why commands are off unless they are switched on.
 */
const NEVER: readonly (readonly [RegExp, string])[] = [
  [
    /\brm (?:-\S{1,40} ){0,9}(?:-[a-zA-Z]{0,9}[rR]\S{0,9}|--recursive) (?:-\S{1,40} ){0,9}["']?(?:\/|~|\$HOME|\$\{HOME\})(?:\/?\*|\/)?["']?(?:\s|[;&|)]|$)/,
    "it deletes everything",
  ],
  [/\brm\b[^;&|\n]{0,200}--no-preserve-root/, "it deletes everything"],
  [/\bmkfs(?:\.\w{1,20})?\s/, "it formats a disk"],
  [/\bdd\b[^;&|\n]{0,500}\bof=\/dev\/(?!null\b|stdout\b|stderr\b)/, "it overwrites a device"],
  [/>\s{0,20}\/dev\/(?:sd|hd|vd|xvd|nvme|mmcblk|disk|mem\b)/, "it overwrites a device"],
  [/\b(?:wipefs|shred)\b[^;&|\n]{0,200}\/dev\//, "it overwrites a device"],
  [/([\w:.]{1,40})\s{0,9}\(\)\s{0,9}\{\s{0,9}\1\s{0,9}\|\s{0,9}\1\s{0,9}&/, "it is a fork bomb"],
  [
    /(?:^|[;&|(]\s{0,20}|\bsudo\s{1,9}|\bexec\s{1,9})(?:\/\S{0,40}\/)?(?:shutdown|reboot|halt|poweroff)(?:\s|[;&|)]|$)/,
    "it stops the machine",
  ],
  [/\b(?:systemctl|init)\s+(?:poweroff|reboot|halt|0|6)\b/, "it stops the machine"],
  [
    /\bch(?:mod|own) (?:-\S{1,40} ){0,9}(?:-[a-zA-Z]{0,9}R\S{0,9}|--recursive) \S{1,60} ["']?\/["']?(?:\s|$)/,
    "it changes the rights of everything",
  ],
];

/**
 * Says why a command is never run.
 *
 * @param command A command line.
 * @returns Words for a message; null for one that may run.
 */
export function neverRun(command: string): string | null {
  // Spaces are made one, so that no run of them is searched again and again.
  const text = command.replaceAll(/[^\S\n]+/g, " ");
  return NEVER.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

/**
 * Says why a command is not among the allowed ones: its first words must be those of one of them,
 * and nothing in it may make the shell run, read or write something else (`;`, `|`, `&`, `$`,
 * backquotes, redirections, line breaks; between quotes these are text).
 *
 * @param command A command line.
 * @param allowed Such as `git status` or `npm`; empty: everything is allowed.
 * @param windows Whether `cmd` reads it, to which single quotes mean nothing.
 * @returns Words for a message; null when it may run.
 *
 * @example
 * ```ts
 * import { assert, assertEquals } from "@std/assert";
 * import { notAllowed } from "./command_rules.ts";
 *
 * assertEquals(notAllowed("npm test 'a;b'", ["npm test"], false), null);
 * assert(notAllowed("npm test; id", ["npm test"], false) !== null);
 * ```
 */
export function notAllowed(
  command: string,
  allowed: readonly string[],
  windows: boolean,
): string | null {
  if (allowed.length === 0) return null;
  const words = command.trim().split(/[ \t]+/);
  const matches = allowed.some((entry) => {
    const wanted = entry.trim().split(/[ \t]+/);
    return wanted[0] !== "" && wanted.every((word, index) => words[index] === word);
  });
  if (!matches) return `allowed are: ${allowed.join(", ")}`;
  const active = windows ? /[&|<>^%!\r\n]/.exec(command)?.[0] : activeCharacter(command);
  return active === undefined
    ? null
    : `${JSON.stringify(active)} is not possible where a list of allowed commands is set`;
}

/** The first character with which the shell would do something else. */
function activeCharacter(command: string): string | undefined {
  let quote = "";
  for (let at = 0; at < command.length; at++) {
    const character = command[at] ?? "";
    if (character === "\n" || character === "\r") return character;
    if (quote === "'") {
      if (character === "'") quote = "";
    } else if (character === "\\") at++;
    else if (character === '"') quote = quote === "" ? '"' : "";
    else if (character === "'" && quote === "") quote = "'";
    else if ((quote === "" ? ";&|<>()$`" : "$`").includes(character)) return character;
  }
  return quote === "" ? undefined : quote;
}
