/** The attacks as a whole. */

import { assert, assertEquals } from "@std/assert";
import { ALL_TOOLS } from "../../src/agent/agents.ts";
import { REFUSED_BUNDLES, TAKEN_BUNDLES } from "./bundle_attempts.ts";
import { ALLOWED_ATTEMPTS, COMMAND_ATTEMPTS } from "./command_attempts.ts";
import { CONFIG_ATTEMPTS } from "./config_attempts.ts";
import { CALLS, PATH_ATTEMPTS } from "./path_attempts.ts";
import { PATTERN_ATTEMPTS } from "./pattern_attempts.ts";
import { SECRET_ATTEMPTS } from "./secret_attempts.ts";
import { SESSION_ATTEMPTS } from "./session_attempts.ts";

const TABLES: Readonly<Record<string, readonly (readonly { readonly name: string }[])[]>> = {
  paths: [PATH_ATTEMPTS, PATTERN_ATTEMPTS.map(({ attempt }) => ({ name: attempt }))],
  sessions: [SESSION_ATTEMPTS],
  bundles: [REFUSED_BUNDLES, TAKEN_BUNDLES],
  config: [CONFIG_ATTEMPTS],
  commands: [COMMAND_ATTEMPTS, ALLOWED_ATTEMPTS],
  secrets: [SECRET_ATTEMPTS],
};

/** Fewer than there are: one may turn out to be another in other words. */
const LEAST = { paths: 90, sessions: 60, bundles: 18, config: 45, commands: 75, secrets: 38 };

Deno.test("no kind of attack has become less, and none is there twice", async (t) => {
  for (const [kind, least] of Object.entries(LEAST)) {
    await t.step(kind, () => {
      const names = (TABLES[kind] ?? []).flat().map(({ name }) => name);
      assertEquals(new Set(names).size, names.length);
      assert(names.length >= least, `${names.length} ${kind}`);
    });
  }
});

Deno.test("every tool is tried", () => {
  assertEquals(Object.keys(CALLS).toSorted(), ALL_TOOLS.toSorted());
});
