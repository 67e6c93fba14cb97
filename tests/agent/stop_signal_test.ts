import { assertEquals } from "@std/assert";
import { createStopSignal, stopReasonOf } from "../../src/agent/stop_signal.ts";

Deno.test("createStopSignal() tells an interrupt", async (t) => {
  await t.step("that comes later", () => {
    const interrupt = new AbortController();
    using stop = createStopSignal(interrupt.signal, null);
    assertEquals(stop.signal.aborted, false);
    interrupt.abort(new Error("any reason"));
    assertEquals(stopReasonOf(stop.signal), "user_interrupt");
  });
  await t.step("that was there before", () => {
    using stop = createStopSignal(AbortSignal.abort(), null);
    assertEquals(stop.signal.aborted, true);
  });
  await t.step("and not one that comes after it was disposed of", () => {
    const interrupt = new AbortController();
    const stop = createStopSignal(interrupt.signal, null);
    stop[Symbol.dispose]();
    interrupt.abort();
    assertEquals(stop.signal.aborted, false);
  });
});

Deno.test("createStopSignal() tells a timeout", async () => {
  using stop = createStopSignal(new AbortController().signal, 1);
  await new Promise((resolve) => stop.signal.addEventListener("abort", resolve));
  assertEquals(stopReasonOf(stop.signal), "timeout");
});

Deno.test("createStopSignal() waits for a timeout longer than a timer can be", async () => {
  using stop = createStopSignal(new AbortController().signal, 1e15);
  await new Promise((resolve) => setTimeout(resolve, 5));
  assertEquals(stop.signal.aborted, false);
});
