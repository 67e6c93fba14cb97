/** What commands may do, and what a process was granted, for a person. */

import type { GrantedRights } from "../commands/granted_rights.ts";
import { inEnglish, type Translate } from "../language.ts";
import { joined, type Text, text, verbatim } from "../text.ts";
import { displayWidth, padToWidth } from "./display_width.ts";

/** What some commands may do at most. */
export interface PermissionsRow {
  /** As they are typed. */
  readonly commands: readonly string[];
  /** When the commands may do this and not more; null: always. */
  readonly when: Text | null;
  readonly rights: {
    readonly workspace: "none" | "read" | "write";
    readonly state: "none" | "read" | "write";
    readonly net: boolean;
    readonly run: boolean;
    readonly hostname: boolean;
  };
}

const HEADER = [
  text("Command"),
  text("Workspace"),
  verbatim(".architect"),
  text("Net"),
  text("Commands"),
  text("Host"),
];
const GAP = "  ";

/**
 * Lays the rights of commands out as a table.
 *
 * @param rows In the order of the table.
 * @param translate Into the reader's language. Default: none.
 * @returns Lines, each with a line end.
 *
 * @example
 * ```ts
 * import { assertStringIncludes } from "@std/assert";
 * import { permissionsTable } from "./permissions_table.ts";
 *
 * const rights = { workspace: "none", state: "read", net: false, run: false, hostname: false } as const;
 * const table = permissionsTable([{ commands: ["sessions"], when: null, rights }]);
 * assertStringIncludes(table, "sessions  -          read        -    -         -\n");
 * ```
 */
export function permissionsTable(
  rows: readonly PermissionsRow[],
  translate: Translate = inEnglish,
): string {
  const lines = [HEADER, ...rows.map(cells)].map((line) => line.map(translate));
  const widths = HEADER.map((_, column) =>
    lines.reduce((widest, line) => Math.max(widest, displayWidth(line[column]!)), 0)
  );
  return lines.map((line) =>
    line.map((cell, column) => padToWidth(cell, widths[column]!)).join(GAP).trimEnd() + "\n"
  ).join("");
}

function cells({ commands, when, rights }: PermissionsRow): Text[] {
  const { workspace, state, net, run, hostname } = rights;
  const names = commands.join(", ");
  const name = when === null ? verbatim(names) : joined([names, when], ": ");
  return [name, ACCESS[workspace], ACCESS[state], yes(net), yes(run), yes(hostname)];
}

const NONE = verbatim("-");
const ALL = text("all");
const ACCESS = { none: NONE, read: text("read"), write: text("read, write") };

function yes(value: boolean): Text {
  return value ? text("yes") : NONE;
}

const BUILDS = {
  full: text("This is the full build, compiled with:"),
  sandbox: text("This is the sandbox build, compiled with:"),
  source: text("This runs from source, with:"),
};

/**
 * Says what a process was granted, a line for each kind of right.
 *
 * @param granted The grants.
 * @param translate Into the reader's language. Default: none.
 * @returns Lines, each with a line end.
 */
export function grantedText(
  granted: GrantedRights,
  translate: Translate = inEnglish,
): string {
  const { build, read, write, net, run, env, sys, ffi } = granted;
  const lines = [
    [text("read"), list(read)],
    [text("write"), list(write)],
    [text("net"), list(net)],
    [text("commands"), run ? ALL : NONE],
    [text("environment"), list(env)],
    [text("system"), list(sys)],
    [text("native code"), ffi ? ALL : NONE],
  ].map((line) => line.map(translate));
  const width = Math.max(...lines.map(([name]) => displayWidth(name!)));
  return `${translate(BUILDS[build])}\n` +
    lines.map(([name, value]) => `  ${padToWidth(name!, width)}  ${value}\n`).join("");
}

function list(parts: readonly string[]): Text {
  return parts.length === 0 ? NONE : joined(parts.map((part) => part === "*" ? ALL : part), ", ");
}
