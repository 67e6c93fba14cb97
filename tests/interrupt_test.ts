import { assertEquals } from "@std/assert";

/** A program that waits for its interrupt signal, says why it came, and waits for the second. */
const PROGRAM = `
  import { createInterrupt } from ${
  JSON.stringify(new URL("../src/interrupt.ts", import.meta.url))
};
  const interruptSignal = createInterrupt(() => Deno.exit(130));
  const signal = interruptSignal();
  if (signal !== interruptSignal()) throw new Error("another signal");
  const alive = setInterval(() => {}, 1000);
  signal.addEventListener("abort", () => {
    console.log(signal.reason.code, signal.reason.message);
  });
  console.log("ready");
`;

for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  Deno.test({
    name: `createInterrupt() aborts at the first ${name}, ends the process at the second`,
    ignore: Deno.build.os === "windows",
    fn: async () => {
      const child = new Deno.Command(Deno.execPath(), {
        args: ["run", "--no-lock", "--no-config", "--no-check", "--quiet", "-A", "-"],
        stdin: "piped",
        stdout: "piped",
        stderr: "null",
      }).spawn();
      const writer = child.stdin.getWriter();
      await writer.write(new TextEncoder().encode(PROGRAM));
      await writer.close();
      const lines: string[] = [];
      for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
        lines.push(...text.trim().split("\n"));
        child.kill(name);
      }
      assertEquals(lines, ["ready", `user_interrupt Interrupted by ${name}`]);
      assertEquals((await child.status).code, 130);
    },
  });
}
