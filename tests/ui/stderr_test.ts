import { assertEquals } from "@std/assert";
import { writeToStderr } from "../../src/ui/stderr.ts";

Deno.test("writeToStderr() writes all of it, however little is taken at once", () => {
  const written: number[] = [];
  writeToStderr("añade 👩‍💻", {
    writeSync(bytes) {
      written.push(bytes[0]!);
      return 1;
    },
  });
  assertEquals(new TextDecoder().decode(new Uint8Array(written)), "añade 👩‍💻");
});

Deno.test("writeToStderr() gives up in silence on a stderr that takes nothing", () => {
  let writes = 0;
  writeToStderr("lost", {
    writeSync() {
      writes++;
      throw new Error("Input/output error (os error 5)");
    },
  });
  assertEquals(writes, 1);
});
