import { assertEquals, assertMatch, assertStringIncludes, assertThrows } from "@std/assert";
import { UsageError } from "../../src/cli/usage_error.ts";
import { translationInto } from "../../src/language.ts";
import { MODES } from "../../src/mode.ts";
import {
  budget,
  count,
  days,
  exitCode,
  type GivenValue,
  httpUrl,
  mode,
  notBlank,
  seconds,
  status,
} from "../../src/cli/flag_types.ts";

interface Cases {
  readonly type: (given: GivenValue) => unknown;
  readonly taken: readonly (readonly [string, unknown])[];
  readonly refused: readonly string[];
}

const CASES: Readonly<Record<string, Cases>> = {
  notBlank: { type: notBlank, taken: [["a", "a"], [" a ", " a "]], refused: ["", "  ", "\n"] },
  httpUrl: {
    type: httpUrl,
    taken: [["http://localhost:1/v1", "http://localhost:1/v1"], ["HTTPS://A.b", "HTTPS://A.b"]],
    refused: ["", "a.b", "ftp://a.b", "file:///etc/passwd", "http://"],
  },
  budget: {
    type: budget,
    taken: [
      ["1.5", { usd: 1.5, onTop: false }],
      ["+1", { usd: 1, onTop: true }],
      ["0", { usd: 0, onTop: false }],
      [".25", { usd: 0.25, onTop: false }],
    ],
    refused: ["", "-1", "+-1", "NaN", "Infinity", "1e3", "1,5", "$1", "++1", "9".repeat(400)],
  },
  seconds: {
    type: seconds,
    taken: [["1", 1], ["0.5", 0.5], ["2000000", 2_000_000]],
    refused: ["", "0", "-1", "NaN", "Infinity", "1s", "2000001"],
  },
  count: {
    type: count,
    taken: [["1", 1], ["50", 50]],
    refused: ["", "0", "-1", "1.5", "x", "1e2"],
  },
  days: { type: days, taken: [["0", 0], ["7", 7]], refused: ["", "-1", "1.5", "x", "1e400"] },
  exitCode: { type: exitCode, taken: [["0", 0], ["255", 255]], refused: ["", "-1", "256", "x"] },
  mode: {
    type: mode,
    taken: MODES.map((name) => [name, name] as const),
    refused: ["", "YOLO", "confirm"],
  },
  status: { type: status, taken: [["corrupt", "corrupt"]], refused: ["", "done", "Success"] },
};

for (const [name, { type, taken, refused }] of Object.entries(CASES)) {
  Deno.test(`${name}() takes what it should and names what it refuses`, async (t) => {
    for (const [value, expected] of taken) {
      await t.step(`takes ${JSON.stringify(value)}`, () => {
        assertEquals(type({ label: "Option", name: "--flag", value }), expected);
      });
    }
    for (const value of refused) {
      await t.step(`refuses ${JSON.stringify(value.slice(0, 20))}`, () => {
        const error = assertThrows(() => type({ label: "Option", name: "--flag", value }), Error);
        assertStringIncludes(error.message, `Cannot use --flag ${JSON.stringify(value)}: `);
      });
    }
  });
}

Deno.test("notBlank() names an argument as the usage line does", () => {
  const error = assertThrows(
    () => notBlank({ label: "Argument", name: "prompt", value: "" }),
    Error,
  );
  assertEquals(error.message, 'Cannot use <prompt> "": it is empty');
});

Deno.test("what a type says of a wrong value is said in Spanish too", async (t) => {
  const translate = await translationInto("es");
  for (const [name, { type, refused }] of Object.entries(CASES)) {
    await t.step(name, () => {
      const value = refused.at(-1)!;
      const error = assertThrows(() => type({ label: "Option", name: "--x", value }), UsageError);
      const beginning = `No se puede usar --x ${JSON.stringify(value)}: `;
      const why = translate(error.text).slice(beginning.length);
      assertEquals(translate(error.text), beginning + why);
      assertMatch(why, /^(no contiene nada|se espera .+)$/);
    });
  }
});
