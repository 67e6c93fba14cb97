/** What rights are as grants of the runtime: which to give up, to look for, to need, to give. */

import { dirname } from "@std/path/dirname";
import type { Rights } from "../permissions.ts";

/** A right, as the runtime is asked about it and as a person gives it. */
export interface Grant {
  readonly descriptor: Deno.PermissionDescriptor;
  /** The flag that gives it. */
  readonly flag: string;
}

const STATE = ".architect";
const FILE_RIGHTS = ["read", "write"] as const;

/**
 * What of the system can be asked for beside the host's name. A kind that the runtime does not know
 * cannot be had either.
 */
const OTHER_KINDS = [
  "loadavg",
  "systemMemoryInfo",
  "networkInterfaces",
  "osRelease",
  "osUptime",
  "uid",
  "gid",
  "cpus",
  "homedir",
  "statfs",
] as const;

/**
 * Gives what is to be given up for rights to be left.
 *
 * @param rights What is to be left.
 * @returns What to revoke.
 */
export function revocations(rights: Rights): readonly Deno.PermissionDescriptor[] {
  // Code from other hosts is a right that Deno grants unasked, and a way out of the net's.
  const dropped: Deno.PermissionDescriptor[] = [
    { name: "env" },
    { name: "ffi" },
    { name: "import" },
  ];
  if (!rights.net) dropped.push({ name: "net" });
  if (!rights.run) dropped.push({ name: "run" });
  if (rights.hostname) {
    for (const kind of OTHER_KINDS) dropped.push({ name: "sys", kind });
  } else {
    dropped.push({ name: "sys" });
  }
  for (const name of FILE_RIGHTS) {
    const inWorkspace = allows(rights.workspace, name);
    const inState = allows(rights.state, name);
    // Without a path the right goes whole, and with it what was granted beyond the two folders.
    if (!inWorkspace && !inState) dropped.push({ name });
    else if (!inWorkspace) dropped.push({ name, path: "." });
  }
  return dropped;
}

/**
 * Gives what must not be granted. The query for a right as a whole tells nothing of a grant of some
 * hosts or variables only: so one that any such grant is likely to hold is asked for too.
 *
 * @param rights The most that may be left.
 * @returns The grants, each with the flag that would have to go.
 */
export function forbidden(rights: Rights): readonly Grant[] {
  const grants: Grant[] = [
    { descriptor: { name: "env" }, flag: "--allow-env" },
    env("ARCHITECT_API_KEY"),
    env("OPENAI_API_KEY"),
    { descriptor: { name: "ffi" }, flag: "--allow-ffi" },
    { descriptor: { name: "import" }, flag: "--allow-import" },
    { descriptor: { name: "import", host: "jsr.io:443" }, flag: "--allow-import=jsr.io:443" },
    // A right to the host's name is no right to all of the system.
    { descriptor: { name: "sys" }, flag: "--allow-sys" },
  ];
  if (!rights.net) {
    grants.push({ descriptor: { name: "net" }, flag: "--allow-net" });
    grants.push(net("127.0.0.1"), net("api.openai.com:443"));
  }
  if (!rights.run) grants.push({ descriptor: { name: "run" }, flag: "--allow-run" });
  if (rights.hostname) {
    for (const kind of OTHER_KINDS) {
      grants.push({ descriptor: { name: "sys", kind }, flag: `--allow-sys=${kind}` });
    }
  } else {
    grants.push(HOSTNAME);
  }
  const cwd = Deno.cwd();
  const atRoot = dirname(cwd) === cwd;
  for (const name of FILE_RIGHTS) {
    grants.push({ descriptor: { name }, flag: `--allow-${name}` });
    if (!atRoot) grants.push({ descriptor: { name, path: ".." }, flag: `--allow-${name}=..` });
    if (!allows(rights.workspace, name)) grants.push(file(name, "."));
    if (!allows(rights.state, name)) grants.push(file(name, STATE));
  }
  return grants;
}

/**
 * Gives the fewest grants that are these rights.
 *
 * @param rights The rights.
 * @returns The grants. The net is one to every host.
 */
export function needed(rights: Rights): readonly Grant[] {
  const grants: Grant[] = [];
  for (const name of FILE_RIGHTS) {
    if (allows(rights.workspace, name)) grants.push(file(name, "."));
    else if (allows(rights.state, name)) grants.push(file(name, STATE));
  }
  if (rights.net) grants.push({ descriptor: { name: "net" }, flag: "--allow-net" });
  if (rights.run) grants.push({ descriptor: { name: "run" }, flag: "--allow-run" });
  if (rights.hostname) grants.push(HOSTNAME);
  return grants;
}

const HOSTNAME: Grant = {
  descriptor: { name: "sys", kind: "hostname" },
  flag: "--allow-sys=hostname",
};

function file(name: "read" | "write", path: string): Grant {
  return { descriptor: { name, path }, flag: `--allow-${name}=${path}` };
}

function env(variable: string): Grant {
  return { descriptor: { name: "env", variable }, flag: `--allow-env=${variable}` };
}

function net(host: string): Grant {
  return { descriptor: { name: "net", host }, flag: `--allow-net=${host}` };
}

function allows(access: Rights["state"], name: "read" | "write"): boolean {
  return access === "write" || access === name;
}
