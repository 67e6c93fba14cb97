/** What can stand where a regular file is wanted. */

/** Makes one thing at a path in the folder of the sessions. */
export interface OddThing {
  readonly name: string;
  /** What a reason calls it. */
  readonly called: string;
  make(path: string): Promise<void>;
}

/** A file outside the folder of the sessions, seen from there. Nothing may read or change it. */
export const OUTSIDE = "../../outside.txt";

/** Everything that this system and this user can make, but what is under test by itself. */
export const ODD_THINGS: readonly OddThing[] = [
  { name: "a pipe", called: "a pipe, socket or device", make: (path) => run("mkfifo", path) },
  { name: "a socket", called: "a pipe, socket or device", make: makeSocket },
  { name: "a folder", called: "a folder", make: (path) => Deno.mkdir(path) },
  { name: "a link to a file outside", called: "a symbolic link", make: linkTo(OUTSIDE) },
  { name: "a link to nothing", called: "a symbolic link", make: linkTo("nowhere") },
  {
    name: "a link to itself",
    called: "a symbolic link",
    make: (path) => Deno.symlink(path.replace(/^.*\//, ""), path),
  },
  ...(await canMakeDevices()
    ? [{
      name: "a device without end",
      called: "a pipe, socket or device",
      make: (path: string) => run("mknod", path, "c", "1", "5"),
    }]
    : []),
];

/** Why no device is among them, to end the name of a test with; empty: there is one. */
export const NO_DEVICES: string = ODD_THINGS.some(({ name }) => name.includes("device"))
  ? ""
  : " (devices left out: needs root and mknod)";

function linkTo(goal: string): (path: string) => Promise<void> {
  return (path) => Deno.symlink(goal, path);
}

/** It stays when nobody listens any more. */
async function makeSocket(path: string): Promise<void> {
  // A socket's path has 107 bytes at most: it is made where the path is short, and moved.
  const folder = await Deno.makeTempDir();
  const listener = Deno.listen({ transport: "unix", path: `${folder}/s` });
  await Deno.rename(`${folder}/s`, path);
  listener.close();
  await Deno.remove(folder, { recursive: true });
}

async function canMakeDevices(): Promise<boolean> {
  if (Deno.build.os === "windows" || Deno.uid() !== 0) return false;
  const folder = await Deno.makeTempDir();
  try {
    await run("mknod", `${folder}/zero`, "c", "1", "5");
    // Where devices are not allowed, one can be made and not opened.
    (await Deno.open(`${folder}/zero`)).close();
    return true;
  } catch {
    return false;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function run(program: string, ...args: string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(program, { args, stdout: "null" }).output();
  if (!success) throw new Error(`${program} failed: ${new TextDecoder().decode(stderr)}`);
}
