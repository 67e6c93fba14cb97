import { assert, assertEquals } from "@std/assert";
import { neverRun, notAllowed } from "../../src/tools/command_rules.ts";

Deno.test("neverRun() stops what destroys a machine", async (t) => {
  const commands = [
    "rm -rf /",
    "rm -fr /",
    "rm -r -f /",
    "rm --recursive --force /",
    "sudo rm -rf /*",
    "rm -rf ~",
    "rm -rf ~/",
    "rm -rf $HOME",
    'rm -rf "/"',
    "cd x && rm -rf / ; echo",
    "rm   -rf   /",
    "rm -rf --no-preserve-root /",
    "mkfs.ext4 /dev/sda1",
    "mkfs /dev/sda",
    "dd if=/dev/zero of=/dev/sda",
    "echo x > /dev/sda",
    "cat x >/dev/nvme0n1",
    ":(){ :|:& };:",
    "bomb() { bomb | bomb & }; bomb",
    "shutdown -h now",
    "sudo reboot",
    "x; /sbin/halt",
    "systemctl poweroff",
    "chmod -R 777 /",
    "chown -R me /",
    "shred /dev/sda",
  ];
  for (const command of commands) await t.step(command, () => assert(neverRun(command) !== null));
});

Deno.test("neverRun() lets ordinary commands be", async (t) => {
  const commands = [
    "rm -rf ./build",
    "rm -rf /tmp/x",
    "rm -rf ~/project/dist",
    "rm file",
    "dd if=a of=b",
    "dd if=a of=/dev/null",
    "echo x > /dev/null",
    "git commit -m 'reboot the tests'",
    "npm run shutdown-test",
    "grep -r shutdown .",
    "chmod -R 755 .",
    "f() { g | h & }; f",
    "cat mkfs.md",
  ];
  for (const command of commands) {
    await t.step(command, () => assertEquals(neverRun(command), null));
  }
});

Deno.test("neverRun() takes linear time on hostile commands", () => {
  for (
    const piece of [
      "rm -r ",
      "-rm ",
      "rm -rrrrrrrr",
      "a() { ",
      "dd of=",
      "> ",
      "chmod -R a ",
      ":",
      "sudo  ",
      "(",
    ]
  ) {
    const start = performance.now();
    neverRun(piece.repeat(32_000 / piece.length));
    assert(performance.now() - start < 1000, piece);
  }
});

Deno.test("notAllowed() asks for the first words and for one command alone", async (t) => {
  const allowed = ["npm test", "git"];
  const cases: readonly (readonly [string, boolean])[] = [
    ["npm test", true],
    ["  npm   test -- --grep x", true],
    ["git status", true],
    ["git commit -m 'a; b | c $(d)'", true],
    ['git commit -m "a; b > c"', true],
    ["git log a\\;b", true],
    ["npm", false],
    ["npm run x", false],
    ["npm testx", false],
    ["gitx", false],
    ["id", false],
    ["X=1 git status", false],
    ["git status; id", false],
    ["git status && id", false],
    ["git status | sh", false],
    ["git status & id", false],
    ["git status\nid", false],
    ["git status\rid", false],
    ["git log > x", false],
    ["git log < x", false],
    ["git $(id)", false],
    ["git `id`", false],
    ["git $X", false],
    ['git "$(id)"', false],
    ['git "`id`"', false],
    ["git 'a' ; id '", false],
    ["git 'unclosed", false],
    ['git "a\'" ; id "\'"', false],
    ["git \\'; id", false],
    ["(git status)", false],
  ];
  for (const [command, possible] of cases) {
    await t.step(
      JSON.stringify(command),
      () => assertEquals(notAllowed(command, allowed, false) === null, possible),
    );
  }
  assertEquals(notAllowed("anything; at all", [], false), null);
  assert(notAllowed("git status 'a & b'", allowed, true) !== null);
  assert(notAllowed("git %PATH%", allowed, true) !== null);
  assert(notAllowed("x", [""], false) !== null);
});
