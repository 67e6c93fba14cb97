/** A reader beside a process that saves. */

import { assertEquals } from "@std/assert";
import { hookedDisk } from "../files/faulty_disk.ts";
import { ID } from "./samples.ts";
import { Workspace } from "./workspace.ts";

Deno.test("SessionManager.read() reads a session that is saved at that very moment", async () => {
  await using workspace = await Workspace.withSession();
  let saves = 0;
  const disk = hookedDisk(({ name, path }) => {
    // Between the look at the file and its opening, another process replaces it, as a save does.
    if (name !== "open" || !path.endsWith(`${ID}.json`) || saves++ > 1) return;
    const text = Deno.readTextFileSync(path);
    Deno.writeTextFileSync(
      `${path}.new`,
      text.replace(/"steps_completed": \d+/, (found) => {
        return `"steps_completed": ${Number(found.split(" ")[1]) + 1}`;
      }),
    );
    Deno.renameSync(`${path}.new`, path);
  });
  const state = await workspace.other({ disk }).read(ID);
  assertEquals([state.stepsCompleted, saves], [4, 3]);
});
