/**
 * What each command may do, as a table; what it may not is dropped, and what is left is checked.
 *
 * Rights are dropped twice: by verb as soon as the arguments are parsed, and for a run again once it
 * is known whether the agent writes and runs commands.
 */

import { dirname } from "@std/path/dirname";
import { ArchitectError } from "./errors.ts";

/** What may be done with the files of a folder. */
export type Access = "none" | "read" | "write";

/** The most that a command keeps. */
export interface Rights {
  /** The folder that architect was started in. `write` includes read. */
  readonly workspace: Access;
  /** Its `.architect` folder. */
  readonly state: Access;
  readonly net: boolean;
  readonly run: boolean;
  /** The host's name, which a session's lock tells to others. */
  readonly hostname: boolean;
}

const NOTHING: Rights = {
  workspace: "none",
  state: "none",
  net: false,
  run: false,
  hostname: false,
};
const READ_STATE: Rights = { ...NOTHING, state: "read" };
const WRITE_STATE: Rights = { ...NOTHING, state: "write" };
const RUN: Rights = { workspace: "write", state: "write", net: true, run: true, hostname: true };

/** One row a command. A command that has none does not start. */
export const RIGHTS = {
  help: NOTHING,
  completions: NOTHING,
  sessions: READ_STATE,
  "sessions show": { ...READ_STATE, workspace: "read" },
  "sessions delete": WRITE_STATE,
  "sessions verify": READ_STATE,
  "sessions repair": WRITE_STATE,
  cleanup: WRITE_STATE,
  run: RUN,
  resume: RUN,
} as const satisfies Record<string, Rights>;

/** A command, as its row is named. */
export type CommandName = keyof typeof RIGHTS;

/** The part of `Deno.permissions` that dropping needs. */
export interface Permissions {
  query(descriptor: Deno.PermissionDescriptor): Promise<{ readonly state: Deno.PermissionState }>;
  revoke(descriptor: Deno.PermissionDescriptor): Promise<unknown>;
}

const STATE = ".architect";

/**
 * Drops what a command does not need. The environment is dropped whole for every command: read it
 * first.
 *
 * @param command The command.
 * @param permissions Default: this process's.
 * @throws {ArchitectError} `no_permission`: something that the command needs is missing, or
 * something that it may not have is still there.
 */
export async function dropFor(
  command: CommandName,
  permissions: Permissions = Deno.permissions,
): Promise<void> {
  await dropTo(
    RIGHTS[command],
    `architect ${command === "help" ? "--help" : command}`,
    permissions,
  );
}

/**
 * The second drop of a run: what neither its agent nor its settings need.
 *
 * @param wants `readOnly`: the agent changes no file, or it is a dry run; `commands`: whether
 * commands are enabled.
 * @param permissions Default: this process's.
 * @throws {ArchitectError} `no_permission`, as {@linkcode dropFor}.
 */
export async function dropForRun(
  wants: { readonly readOnly: boolean; readonly commands: boolean },
  permissions: Permissions = Deno.permissions,
): Promise<void> {
  const rights: Rights = {
    ...RUN,
    workspace: wants.readOnly ? "read" : "write",
    run: wants.commands && !wants.readOnly,
  };
  await dropTo(rights, "this run", permissions);
}

async function dropTo(rights: Rights, who: string, permissions: Permissions): Promise<void> {
  for (const descriptor of revocations(rights)) await permissions.revoke(descriptor);
  for (const { descriptor, flag } of forbidden(rights)) {
    if ((await permissions.query(descriptor)).state !== "granted") continue;
    throw new ArchitectError(
      "no_permission",
      `Cannot start ${who}: it would have more rights than it needs, ${flag}`,
      { suggestion: `Start architect with exactly these permissions: ${BASE_FLAGS}` },
    );
  }
  for (const { descriptor, flag } of needed(rights)) {
    if ((await permissions.query(descriptor)).state === "granted") continue;
    throw new ArchitectError("no_permission", `Cannot start ${who}: ${flag} is missing`, {
      suggestion: `Start architect with these permissions: ${BASE_FLAGS}`,
    });
  }
}

const BASE_FLAGS = "--allow-read=.,.architect --allow-write=.,.architect --allow-env --allow-net " +
  "--allow-run --allow-sys=hostname";

interface Grant {
  readonly descriptor: Deno.PermissionDescriptor;
  /** The flag that gives it. */
  readonly flag: string;
}

function revocations(rights: Rights): Deno.PermissionDescriptor[] {
  const dropped: Deno.PermissionDescriptor[] = [{ name: "env" }, { name: "ffi" }];
  if (!rights.net) dropped.push({ name: "net" });
  if (!rights.run) dropped.push({ name: "run" });
  if (!rights.hostname) dropped.push({ name: "sys" });
  for (const name of ["read", "write"] as const) {
    const inWorkspace = allows(rights.workspace, name);
    const inState = allows(rights.state, name);
    // Without a path the right goes whole, and with it what was granted beyond the two folders.
    if (!inWorkspace && !inState) dropped.push({ name });
    else if (!inWorkspace) dropped.push({ name, path: "." });
  }
  return dropped;
}

function forbidden(rights: Rights): Grant[] {
  const grants: Grant[] = [
    { descriptor: { name: "env" }, flag: "--allow-env" },
    { descriptor: { name: "ffi" }, flag: "--allow-ffi" },
    // A right to the host's name is no right to all of the system.
    { descriptor: { name: "sys" }, flag: "--allow-sys" },
  ];
  if (!rights.net) grants.push({ descriptor: { name: "net" }, flag: "--allow-net" });
  if (!rights.run) grants.push({ descriptor: { name: "run" }, flag: "--allow-run" });
  if (!rights.hostname) {
    grants.push({ descriptor: { name: "sys", kind: "hostname" }, flag: "--allow-sys=hostname" });
  }
  const cwd = Deno.cwd();
  const atRoot = dirname(cwd) === cwd;
  for (const name of ["read", "write"] as const) {
    grants.push({ descriptor: { name }, flag: `--allow-${name}` });
    if (!atRoot) grants.push({ descriptor: { name, path: ".." }, flag: `--allow-${name}=..` });
    if (!allows(rights.workspace, name)) {
      grants.push({ descriptor: { name, path: "." }, flag: `--allow-${name}=.` });
    }
    if (!allows(rights.state, name)) {
      grants.push({ descriptor: { name, path: STATE }, flag: `--allow-${name}=${STATE}` });
    }
  }
  return grants;
}

/** Files only: a run without net or commands says so itself, where it needs them. */
function needed(rights: Rights): Grant[] {
  const grants: Grant[] = [];
  for (const name of ["read", "write"] as const) {
    if (allows(rights.workspace, name)) {
      grants.push({ descriptor: { name, path: "." }, flag: `--allow-${name}=.` });
    }
    if (allows(rights.state, name)) {
      grants.push({ descriptor: { name, path: STATE }, flag: `--allow-${name}=${STATE}` });
    }
  }
  return grants;
}

function allows(access: Access, name: "read" | "write"): boolean {
  return access === "write" || access === name;
}
