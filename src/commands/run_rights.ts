/** The rights of a run beyond its files: what is missing is said before a model is asked. */

import type { Config } from "../config.ts";
import { ArchitectError } from "../errors.ts";
import { LOOPBACK_HOSTS, type Place, placeOf, providerHosts } from "../llm/endpoint.ts";
import { REPLAY_PREFIX } from "../llm/replay_prefix.ts";
import { missingRights, type Permissions } from "../permissions.ts";
import { type Text, text } from "../text.ts";
import type { CommandContext, RunFlags } from "./context.ts";
import { KNOWN_VARIABLES } from "./known_variables.ts";

/** What a run is about to use. */
export interface RunUse {
  readonly flags: Pick<RunFlags, "commands" | "record">;
  readonly config: Config;
  readonly context: Pick<CommandContext, "environment" | "hidden">;
  /** As the user wrote it. */
  readonly model: string;
  /** Whether the model may run commands. */
  readonly commands: boolean;
}

/** Where {@linkcode keepRunRights} looks. */
export interface RunRightsOptions {
  /** Default: this process's. */
  readonly permissions?: Permissions;
  /** Whether the program is a compiled one, whose rights nobody can add to. Default: as it is. */
  readonly compiled?: boolean;
}

/**
 * Makes sure of the net, commands and variables that a run will use, and gives up every host that it
 * will not, where hosts were granted one by one.
 *
 * @param use What the run is about to use.
 * @param options Where to look.
 * @throws {ArchitectError} `no_permission`: something is missing; one line says what to add, or that
 * this is the sandbox build.
 */
export async function keepRunRights(use: RunUse, options: RunRightsOptions = {}): Promise<void> {
  const { permissions = Deno.permissions, compiled = Deno.build.standalone } = options;
  const has = async (descriptor: Deno.PermissionDescriptor): Promise<boolean> =>
    (await permissions.query(descriptor)).state === "granted";
  const { flags, commands, config: { llm } } = use;
  const place = use.model.startsWith(REPLAY_PREFIX)
    ? null
    : placeOf({ model: use.model, apiBase: llm.apiBase });
  const mayRun = await has({ name: "run" });
  const mayConnect = place === null || await has({ name: "net", host: place.hostAndPort });
  const unreadKey = place !== null && llm.apiKey === null && isUnread(llm.keyVariable, use.context)
    ? llm.keyVariable
    : null;

  if (compiled) {
    if (!mayRun && (commands || flags.commands === true)) {
      throw sandboxed(
        flags.commands === true
          ? text("Cannot use --allow-commands: architect-sandbox starts no other program")
          : text("Cannot enable commands: architect-sandbox starts no other program"),
      );
    }
    if (!mayConnect) {
      throw sandboxed(text(
        "Cannot connect to {host}: architect-sandbox reaches known providers and this machine only",
        { host: place.host },
      ));
    }
    if (unreadKey !== null) {
      throw sandboxed(text(
        "Cannot read the key in {name}: architect-sandbox reads the variables it knows only",
        { name: unreadKey },
      ));
    }
  }

  const missing: string[] = [];
  if (flags.record !== undefined && !await has({ name: "write", path: "." })) {
    missing.push("--allow-write=.");
  }
  if (!mayConnect) missing.push(`--allow-net=${place.host}`);
  const variables = variablesNeeded(place, use);
  if (variables.length > 0) missing.push(envFlag(variables));
  if (commands && !mayRun) missing.push("--allow-run");
  if (missing.length > 0) throw missingRights(text("this run"), missing);

  await giveUpOtherHosts(place, permissions);
}

/** The variables that are wanted and were not read. */
function variablesNeeded(place: Place | null, use: RunUse): string[] {
  const { commands, config: { commands: { env }, llm }, context } = use;
  const wanted = commands ? ["PATH", ...env] : [];
  if (place !== null && llm.apiKey === null) {
    if (llm.keyVariable !== null) wanted.push(llm.keyVariable);
    else if (!place.keyVariables.some((name) => Boolean(context.environment[name]))) {
      wanted.push(...place.keyVariables.filter((name) => isUnread(name, context)).slice(0, 1));
    }
  }
  return wanted.filter((name) => isUnread(name, context));
}

/** A variable of the user's own naming is read only where all may be. */
function envFlag(variables: readonly string[]): string {
  const known = variables.every((name) => KNOWN_VARIABLES.includes(name));
  return known ? `--allow-env=${variables.join(",")}` : "--allow-env";
}

/** Where a variable may be hidden, none but the known ones were looked for. */
function isUnread(name: string | null, { hidden = [] }: RunUse["context"]): boolean {
  if (name === null || hidden.length === 0) return false;
  return hidden.includes(name) || !KNOWN_VARIABLES.includes(name);
}

/** A grant of the whole net is not divisible: it stays, or goes as a whole. */
async function giveUpOtherHosts(place: Place | null, permissions: Permissions): Promise<void> {
  if (place === null) {
    await permissions.revoke({ name: "net" });
    return;
  }
  const [, name] = /^(.*):\d+$/.exec(place.hostAndPort) ?? [];
  for (const host of [...providerHosts(), ...LOOPBACK_HOSTS]) {
    // A host that was granted with every port keeps them.
    if (host === place.hostAndPort || host === name) continue;
    await permissions.revoke({ name: "net", host });
  }
}

function sandboxed(what: Text): ArchitectError {
  return new ArchitectError(
    "no_permission",
    text("{what}; use the full build, architect", { what }),
  );
}
