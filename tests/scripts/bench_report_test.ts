import { assertEquals } from "@std/assert";
import { isWithin, reportTable, type Row, trackedResults } from "../../scripts/bench/report.ts";

const ROWS: Row[] = [
  { what: "list", unit: "ms", figure: 1234, floor: 800, against: "nothing", reach: 2 },
  { what: "start", unit: "ms", figure: 30, floor: 25, against: "nothing", reach: 1.25 },
  { what: "load", unit: "µs", figure: 300, floor: 100, against: "raw", reach: 2 },
  { what: "load", unit: "µs", figure: 300, floor: 50, against: "C", reach: null },
  {
    what: "memory",
    unit: "MiB",
    figure: 70,
    floor: 50,
    against: "nothing",
    by: "difference",
    reach: 24,
  },
  { what: "save", why: "no disk" },
];

Deno.test("reportTable() shows what is within its reach, what is not, and what was left out", () => {
  const table = [
    "| what   | figure   | floor    | ratio     | reach        | ok  | the floor |",
    "| ------ | -------- | -------- | --------- | ------------ | --- | --------- |",
    "| list   | 1.23 s   | 800 ms   | 1.54 x    | <= 2.00 x    | yes | nothing   |",
    "| start  | 30.0 ms  | 25.0 ms  | 1.20 x    | <= 1.25 x    | yes | nothing   |",
    "| load   | 300 µs   | 100 µs   | 3.00 x    | <= 2.00 x    | NO  | raw       |",
    "| load   | 300 µs   | 50.0 µs  | 6.00 x    |              |     | C         |",
    "| memory | 70.0 MiB | 50.0 MiB | +20.0 MiB | <= +24.0 MiB | yes | nothing   |",
    "Left out here: save: no disk",
  ];
  assertEquals(reportTable(ROWS).split("\n"), table);
});

Deno.test("isWithin() counts what is just as far as its reach as within", () => {
  const row = { what: "a", unit: "ms", figure: 5, floor: 4, against: "b", reach: 1.25 } as const;
  assertEquals(isWithin(row), true);
  assertEquals(isWithin({ ...row, figure: 5.001 }), false);
  assertEquals(isWithin({ ...row, reach: null }), null);
});

Deno.test("trackedResults() gives every figure a name of its own, a unit and a value", () => {
  const results = trackedResults(ROWS);
  assertEquals(results.map(({ name, unit, value }) => [name, unit, value]), [
    ["list / nothing", "x floor", 1.543],
    ["start / nothing", "x floor", 1.2],
    ["load / raw", "x floor", 3],
    ["load / C", "x floor", 6],
    ["memory / nothing", "MiB above floor", 20],
  ]);
  assertEquals(results[1]?.extra, "30.0 ms, floor 25.0 ms, reach 1.25 x");
  assertEquals(results[3]?.extra, "300 µs, floor 50.0 µs");
});
