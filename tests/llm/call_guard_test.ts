import { assert, assertEquals, assertRejects } from "@std/assert";
import { CallGuard, IdleTimeoutError } from "../../src/llm/call_guard.ts";

/** Timers that elapse when a test says so. */
function fakeTimers() {
  const running = new Map<number, () => void>();
  let last = 0;
  return {
    running,
    startTimer(elapsed: () => void): () => void {
      const id = ++last;
      running.set(id, elapsed);
      return () => void running.delete(id);
    },
    /** How many were started so far. */
    started: () => last,
  };
}

Deno.test("CallGuard passes on what the work resolves to", async () => {
  using guard = new CallGuard(new AbortController().signal, 1000);
  assertEquals(await guard.race(Promise.resolve(7)), 7);
});

Deno.test("CallGuard begins the time without a byte anew with each byte", async () => {
  const timers = fakeTimers();
  using guard = new CallGuard(new AbortController().signal, 60_000, timers);
  guard.touch();
  guard.touch();
  assertEquals([timers.started(), timers.running.size], [3, 1]);
  timers.running.get(3)?.();
  const error = await assertRejects(
    () => guard.race(new Promise<void>(() => {})),
    IdleTimeoutError,
  );
  assertEquals(error.message, "nothing was received for 60 s");
  assert(guard.signal.aborted);
});

Deno.test("CallGuard stops its timer and aborts the work when it is disposed", () => {
  const timers = fakeTimers();
  const outside = new AbortController();
  const guard = new CallGuard(outside.signal, 1000, timers);
  guard[Symbol.dispose]();
  guard.touch();
  outside.abort();
  assertEquals([timers.running.size, guard.signal.aborted], [0, true]);
});

Deno.test("CallGuard fails with the reason of its signal", async (t) => {
  const reason = new Error("enough");
  await t.step("aborted later", async () => {
    const outside = new AbortController();
    using guard = new CallGuard(outside.signal, 1000);
    const race = guard.race(new Promise<void>(() => {}));
    outside.abort(reason);
    assertEquals(await assertRejects(() => race), reason);
  });
  await t.step("aborted before", async () => {
    using guard = new CallGuard(AbortSignal.abort(reason), 1000);
    assertEquals(await assertRejects(() => guard.race(Promise.resolve())), reason);
  });
});
