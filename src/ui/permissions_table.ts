/** What commands may do, and what a process was granted, for a person. */

import type { GrantedRights } from "../commands/granted_rights.ts";
import { displayWidth, padToWidth } from "./display_width.ts";

/** What some commands may do at most. */
export interface PermissionsRow {
  /** As they are typed. */
  readonly commands: readonly string[];
  /** When the commands may do this and not more; null: always. */
  readonly when: string | null;
  readonly rights: {
    readonly workspace: "none" | "read" | "write";
    readonly state: "none" | "read" | "write";
    readonly net: boolean;
    readonly run: boolean;
    readonly hostname: boolean;
  };
}

const HEADER = ["Command", "Workspace", ".architect", "Net", "Commands", "Host"] as const;
const GAP = "  ";

/**
 * Lays the rights of commands out as a table.
 *
 * @param rows In the order of the table.
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
export function permissionsTable(rows: readonly PermissionsRow[]): string {
  const lines = [HEADER, ...rows.map(cells)];
  const widths = HEADER.map((_, column) =>
    lines.reduce((widest, line) => Math.max(widest, displayWidth(line[column]!)), 0)
  );
  return lines.map((line) =>
    line.map((cell, column) => padToWidth(cell, widths[column]!)).join(GAP).trimEnd() + "\n"
  ).join("");
}

function cells({ commands, when, rights }: PermissionsRow): string[] {
  const { workspace, state, net, run, hostname } = rights;
  const name = commands.join(", ") + (when === null ? "" : `: ${when}`);
  return [name, access(workspace), access(state), yes(net), yes(run), yes(hostname)];
}

function access(value: "none" | "read" | "write"): string {
  return { none: "-", read: "read", write: "read, write" }[value];
}

function yes(value: boolean): string {
  return value ? "yes" : "-";
}

const BUILDS = {
  full: "This is the full build, compiled with:",
  sandbox: "This is the sandbox build, compiled with:",
  source: "This runs from source, with:",
} as const;

/**
 * Says what a process was granted, a line for each kind of right.
 *
 * @param granted The grants.
 * @returns Lines, each with a line end.
 */
export function grantedText(granted: GrantedRights): string {
  const { build, read, write, net, run, env, sys, ffi } = granted;
  const lines: readonly (readonly [string, string])[] = [
    ["read", list(read)],
    ["write", list(write)],
    ["net", list(net)],
    ["commands", run ? "all" : "-"],
    ["environment", list(env)],
    ["system", list(sys)],
    ["native code", ffi ? "all" : "-"],
  ];
  return `${BUILDS[build]}\n` +
    lines.map(([name, value]) => `  ${padToWidth(name, 11)}  ${value}\n`).join("");
}

function list(parts: readonly string[]): string {
  return parts.length === 0 ? "-" : parts.map((part) => part === "*" ? "all" : part).join(", ");
}
