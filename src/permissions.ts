/**
 * What each command may do, as a table; what it may not is dropped, and what is left is checked.
 *
 * Rights are dropped twice: by verb as soon as the arguments are parsed, and for a run again once it
 * is known whether the agent writes and runs commands.
 */

import { ArchitectError } from "./errors.ts";
import { forbidden, type Grant, needed, revocations } from "./permissions/grants.ts";
import { text, type TextValue } from "./text.ts";

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
  "completions complete": READ_STATE,
  permissions: NOTHING,
  schema: NOTHING,
  sessions: READ_STATE,
  "sessions show": { ...READ_STATE, workspace: "read" },
  "sessions stats": READ_STATE,
  // The file of --output is opened before.
  "sessions export": READ_STATE,
  "sessions import": { ...WRITE_STATE, workspace: "read" },
  "sessions fork": { ...WRITE_STATE, workspace: "read" },
  "sessions delete": WRITE_STATE,
  "sessions verify": READ_STATE,
  "sessions repair": WRITE_STATE,
  cleanup: WRITE_STATE,
  run: RUN,
  // A run with a session too.
  resume: RUN,
} as const satisfies Record<string, Rights>;

/** A command, as its row is named. */
export type CommandName = keyof typeof RIGHTS;

/** Rows that are not named as the command is typed. */
const TYPED: Partial<Record<CommandName, string>> = {
  help: "--help",
  "sessions repair": "sessions verify --repair",
};

/**
 * Gives the command line of a row, without the program's name.
 *
 * @param command The row.
 * @returns What is typed: `sessions show`.
 */
export function typed(command: CommandName): string {
  return TYPED[command] ?? command;
}

/** The part of `Deno.permissions` that dropping needs. */
export interface Permissions {
  query(descriptor: Deno.PermissionDescriptor): Promise<{ readonly state: Deno.PermissionState }>;
  revoke(descriptor: Deno.PermissionDescriptor): Promise<unknown>;
}

/**
 * What a run keeps when it is known what it does.
 *
 * @param wants `readOnly`: the agent changes no file, or it is a dry run; `commands`: whether
 * commands are enabled.
 * @returns The rights.
 */
export function runRights(
  wants: { readonly readOnly: boolean; readonly commands: boolean },
): Rights {
  return {
    ...RUN,
    workspace: wants.readOnly ? "read" : "write",
    run: wants.commands && !wants.readOnly,
  };
}

/** What every run needs before it is known what it will do: a session that goes on is locked. */
const LEAST_RESUME: Rights = { ...runRights({ readOnly: true, commands: false }), net: false };
const LEAST_RUN: Rights = { ...LEAST_RESUME, state: "read" };

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
  const rights: Rights = RIGHTS[command];
  const least = command === "run" ? LEAST_RUN : command === "resume" ? LEAST_RESUME : rights;
  await dropTo(rights, least, `architect ${typed(command)}`, permissions);
}

/**
 * The second drop of a run: what neither its agent nor its settings need. Whether the model's host
 * may be reached is not asked here: a recorded model has none.
 *
 * @param wants What the run does, as {@linkcode runRights} is told.
 * @param permissions Default: this process's.
 * @throws {ArchitectError} `no_permission`, as {@linkcode dropFor}.
 */
export async function dropForRun(
  wants: { readonly readOnly: boolean; readonly commands: boolean },
  permissions: Permissions = Deno.permissions,
): Promise<void> {
  const rights = runRights(wants);
  await dropTo(rights, { ...rights, net: false }, text("this run"), permissions);
}

async function dropTo(
  most: Rights,
  least: Rights,
  who: TextValue,
  permissions: Permissions,
): Promise<void> {
  for (const descriptor of revocations(most)) await permissions.revoke(descriptor);
  const isGranted = async ({ descriptor }: Grant): Promise<boolean> =>
    (await permissions.query(descriptor)).state === "granted";
  for (const grant of forbidden(most)) {
    if (!await isGranted(grant)) continue;
    const enough = needed(most).map(({ flag }) => flag).join(" ") || text("no permission");
    throw new ArchitectError(
      "no_permission",
      text("Cannot start {who}: it would have more rights than it needs, {flag}", {
        who,
        flag: grant.flag,
      }),
      { suggestion: text("Start it with no more than: {flags}", { flags: enough }) },
    );
  }
  const missing: string[] = [];
  for (const grant of needed(least)) if (!await isGranted(grant)) missing.push(grant.flag);
  if (missing.length > 0) throw missingRights(who, missing);
}

/**
 * The failure of a command that was not given a right.
 *
 * @param who What cannot be started: `architect sessions`.
 * @param flags What to add to the flags of Deno.
 * @returns The error, which says all in its one line.
 */
export function missingRights(who: TextValue, flags: readonly string[]): ArchitectError {
  const values = { who, flags: flags.join(" ") };
  return new ArchitectError(
    "no_permission",
    flags.length === 1
      ? text("Cannot start {who}: {flags} is missing", values)
      : text("Cannot start {who}: {flags} are missing", values),
  );
}
