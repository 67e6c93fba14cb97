import { assertEquals } from "@std/assert";
import process from "node:process";
import { emptyProcessEnvironment, readEnvironment } from "../src/environment.ts";

Deno.test({
  name: "readEnvironment() takes all where all is granted",
  permissions: { env: true },
  fn: async () => {
    Deno.env.set("ARCHITECT_TEST_ONE", "1");
    try {
      const { values, hidden } = await readEnvironment(() => Promise.resolve(["HOME"]));
      assertEquals([values.ARCHITECT_TEST_ONE, hidden], ["1", []]);
    } finally {
      Deno.env.delete("ARCHITECT_TEST_ONE");
    }
  },
});

Deno.test({
  name: "readEnvironment() takes the named ones of those that are granted, and tells the others",
  permissions: { env: ["ARCHITECT_TEST_ONE", "ARCHITECT_TEST_TWO"] },
  fn: async () => {
    Deno.env.set("ARCHITECT_TEST_ONE", "1");
    try {
      const names = ["ARCHITECT_TEST_ONE", "ARCHITECT_TEST_TWO", "HOME"];
      assertEquals(await readEnvironment(() => Promise.resolve(names)), {
        values: { ARCHITECT_TEST_ONE: "1" },
        hidden: ["HOME"],
      });
    } finally {
      Deno.env.delete("ARCHITECT_TEST_ONE");
    }
  },
});

Deno.test({
  name: "emptyProcessEnvironment() lets packages look into process.env without the right to it",
  permissions: { env: false },
  fn: () => {
    const before = Object.getOwnPropertyDescriptor(process, "env")!;
    try {
      emptyProcessEnvironment();
      assertEquals(process.env.LOG_TOKENS, undefined);
    } finally {
      Object.defineProperty(process, "env", before);
    }
  },
});
