import { assertEquals, assertThrows } from "@std/assert";
import { inTurns, lowTenth, median, smallest } from "../../scripts/bench/measure.ts";
import { readBenchOptions } from "../../scripts/bench/options.ts";

Deno.test("inTurns() samples in turns, every other round backwards, and not in the first", async () => {
  const order: string[] = [];
  const sampler = (name: string) => () => order.push(name);
  const samples = await inTurns(2, { a: sampler("a"), b: sampler("b") });
  assertEquals(order.join(""), "ababba");
  assertEquals(samples, { a: [3, 6], b: [4, 5] });
});

Deno.test("inTurns() leaves the first round out where nothing is to be warmed", async () => {
  let calls = 0;
  assertEquals(await inTurns(1, { a: () => ++calls }, { warm: false }), { a: [1] });
});

Deno.test("smallest(), lowTenth() and median() stay as they are when some samples are slow", () => {
  const quiet = [3, 1, 2, 5, 4, 6, 8, 7, 9, 10];
  const busy = [3, 1, 2, 5, 4, 6, 800, 700, 900, 1000];
  for (const figure of [smallest, lowTenth, median]) assertEquals(figure(busy), figure(quiet));
  assertEquals([smallest(quiet), lowTenth(quiet), median(quiet)], [1, 2, 6]);
});

Deno.test("readBenchOptions() takes what it knows and refuses the rest", async (t) => {
  const names = ["load", "save"];
  await t.step("nothing", () => {
    assertEquals(readBenchOptions([], names), { quick: false, only: [], json: null });
  });
  await t.step("all of it", () => {
    const args = ["--only", "save", "--json", "out.json", "--only", "load", "--quick"];
    const options = { quick: true, only: ["save", "load"], json: "out.json" };
    assertEquals(readBenchOptions(args, names), options);
  });
  const wrong: [args: string[], message: string][] = [
    [["--slow"], '"--slow" is unknown'],
    [["--only"], "--only needs a value"],
    [["--only", "save,lod"], 'Cannot run benchmark "lod": there are load, save'],
    [["--json"], "--json needs a value"],
  ];
  for (const [args, message] of wrong) {
    await t.step(args.join(" "), () => {
      assertThrows(() => readBenchOptions(args, names), RangeError, message);
    });
  }
});
