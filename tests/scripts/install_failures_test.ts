import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import {
  downloadBegun,
  fakeProgram,
  install,
  LINUX,
  namesIn,
  SCRIPT,
  stalledRelease,
  startInstall,
  sumsOf,
  testInstall,
  twoReleases,
  withOld,
} from "../support/install_script.ts";
import { type HostFile, releaseHost } from "../support/release_host.ts";
import { NO_MOUNT, withSmallDisk } from "../support/small_disk.ts";
import { onPath } from "../support/tools_on_path.ts";
import { withWorkspace } from "../support/workspace.ts";

testInstall("leaves what was there when something is wrong with the release", async (t) => {
  const from = "latest/download";
  const published = await twoReleases();
  const otherSum = "0".repeat(64);
  const marker = (bin: string): string => `#!/bin/sh\ntouch '${bin}/ran'\necho architect 0.2.0\n`;
  const cases: Record<
    string,
    { files: (bin: string) => Record<string, HostFile | undefined>; says: RegExp; args?: string[] }
  > = {
    "there is no such version": {
      files: () => ({}),
      args: ["--version", "9.9.9"],
      says: /404[^]*error: cannot get .*\/download\/v9\.9\.9\/SHA256SUMS\n$/,
    },
    "the sums are missing": {
      files: () => ({ [`${from}/SHA256SUMS`]: undefined }),
      says: /error: cannot get .*\/SHA256SUMS\n$/,
    },
    "the file is missing": {
      files: () => ({ [`${from}/${LINUX}`]: undefined }),
      says: /error: cannot get .*-linux-gnu\n$/,
    },
    "the sums do not name the file": {
      files: () => ({ [`${from}/SHA256SUMS`]: `${otherSum}  ${LINUX}.txt\n` }),
      says: /error: SHA256SUMS of this release has no sum for architect-x86_64/,
    },
    "the sums are a page that says to log in": {
      files: () => ({ [`${from}/SHA256SUMS`]: "<html>\n<h1>Welcome</h1>\n</html>\n" }),
      says: /error: SHA256SUMS of this release has no sum for/,
    },
    "the sums name the file twice": {
      files: () => ({
        [`${from}/SHA256SUMS`]: `${published[`${from}/SHA256SUMS`]}${otherSum}  ${LINUX}\n`,
      }),
      says: /error: SHA256SUMS of this release has no sum for/,
    },
    "the file was tampered with": {
      files: (bin) => ({ [`${from}/${LINUX}`]: marker(bin) }),
      says: /error: .* is not what SHA256SUMS says: its sum is [0-9a-f]{64}, and should be/,
    },
    "the file is cut, and the host takes it for whole": {
      files: () => ({ [`${from}/${LINUX}`]: fakeProgram("0.2.0").slice(0, -4) }),
      says: /error: .* is not what SHA256SUMS says/,
    },
    "the connection is cut in the file": {
      files: () => ({ [`${from}/${LINUX}`]: { cutAfter: fakeProgram("0.2.0") } }),
      says: /error: cannot get .*-linux-gnu\n$/,
    },
    "the connection is cut in the sums": {
      files: () => ({
        [`${from}/SHA256SUMS`]: { cutAfter: String(published[`${from}/SHA256SUMS`]) },
      }),
      says: /error: cannot get .*\/SHA256SUMS\n$/,
    },
    "the host moves to another protocol": {
      files: () => ({ [`${from}/${LINUX}`]: { movedTo: "ftp://127.0.0.1/architect" } }),
      says: /error: cannot get .*-linux-gnu\n$/,
    },
  };
  for (const [name, { files, says, args = [] }] of Object.entries(cases)) {
    await t.step(name, () =>
      withOld(async (bin, unchanged) => {
        const changed = Object.entries({ ...published, ...files(bin) });
        await using host = releaseHost(
          Object.fromEntries(
            changed.flatMap(([path, file]) => file === undefined ? [] : [[path, file]]),
          ),
        );
        const { code, stdout, stderr } = await install([...args, "--to", bin], { host });
        assertEquals([code, stdout], [1, ""], stderr);
        assertMatch(stderr, says);
        await unchanged();
      }));
  }
});

testInstall("leaves what was there when the program is not what was asked for", async (t) => {
  const cases: [name: string, program: string, says: RegExp][] = [
    ["it does not start", "#!/no/such/loader\n", /is as published, but does not start here: /],
    ["it fails", "#!/bin/sh\necho 'GLIBC_2.99 not found' >&2\nexit 1\n", /here: GLIBC_2\.99 not f/],
    [
      "it is another version",
      fakeProgram("0.1.0"),
      /version 0\.2\.0 was asked for, and .* 0\.1\.0\n$/,
    ],
  ];
  for (const [name, content, says] of cases) {
    await t.step(name, () =>
      withOld(async (bin, unchanged) => {
        await using host = releaseHost({
          "download/v0.2.0/SHA256SUMS": await sumsOf({ [LINUX]: content }),
          [`download/v0.2.0/${LINUX}`]: content,
        });
        const { code, stderr } = await install(["--version", "0.2.0", "--to", bin], { host });
        assertEquals(code, 1, stderr);
        assertMatch(stderr, says);
        await unchanged();
      }));
  }
});

testInstall("leaves nothing when no connection is to be had", async () => {
  const listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const { port } = listener.addr;
  listener.close();
  await withOld(async (bin, unchanged) => {
    const env = { ARCHITECT_RELEASES: `http://127.0.0.1:${port}/releases` };
    const { code, stderr } = await install(["--to", bin], { env });
    assertEquals(code, 1);
    assertMatch(stderr, /error: cannot get http/);
    await unchanged();
  });
});

testInstall("says why it cannot write, and asks for nothing before that", async (t) => {
  await using host = releaseHost(await twoReleases());
  await withWorkspace(async (folder) => {
    await Deno.writeTextFile(`${folder}/file`, "");
    await Deno.mkdir(`${folder}/taken/architect`, { recursive: true });
    const cases: [to: string, says: string][] = [
      [`${folder}/file`, `cannot make the folder ${folder}/file`],
      [`${folder}/file/bin`, `cannot make the folder ${folder}/file/bin`],
      [`${folder}/taken`, `${folder}/taken/architect is a folder`],
    ];
    for (const [to, says] of cases) {
      await t.step(says.replace(folder, ""), async () => {
        const { code, stderr } = await install(["--to", to], { host });
        assertEquals(code, 1);
        assertStringIncludes(stderr, `error: ${says}\n`);
      });
    }
    assertEquals(await namesIn(folder), ["file", "taken"]);
    assertEquals(await namesIn(`${folder}/taken`), ["architect"]);
  });
  assertEquals(host.asked, []);
});

/** Somebody who is not root. */
const NOBODY = 12345;
const NO_OTHER = Deno.uid() !== 0 || mayBecomeNobody() ? "" : " (left out: root is the only user)";

function mayBecomeNobody(): boolean {
  try {
    return new Deno.Command("true", { uid: NOBODY, gid: NOBODY }).outputSync().success;
  } catch {
    return false;
  }
}

testInstall("leaves a folder alone that the user may not write to", async () => {
  await using host = releaseHost(await twoReleases());
  await withOld(async (bin, unchanged) => {
    await Deno.chmod(bin.replace(/\/bin$/, ""), 0o755);
    await Deno.chmod(bin, 0o555);
    const uid = Deno.uid() === 0 ? { uid: NOBODY } : {};
    const { code, stderr } = await install(["--to", bin], { host, cwd: "/", ...uid });
    await Deno.chmod(bin, 0o755);
    assertEquals(code, 1);
    assertStringIncludes(stderr, `error: cannot write to the folder ${bin}\n`);
    assertEquals(host.asked, []);
    await unchanged();
  });
}, NO_OTHER);

testInstall("leaves what was there when the disk is full", async () => {
  const large = fakeProgram("0.2.0") + "#".repeat(1_000_000);
  await using host = releaseHost({
    "latest/download/SHA256SUMS": await sumsOf({ [LINUX]: large }),
    [`latest/download/${LINUX}`]: large,
  });
  await withSmallDisk(async (workspace) => {
    const bin = `${workspace}/.architect`;
    await Deno.writeTextFile(`${bin}/architect`, "old");
    const { code, stderr } = await install(["--to", bin], { host });
    assertEquals(code, 1);
    assertMatch(stderr, /error: cannot get .*-linux-gnu\n$/);
    assertEquals(await namesIn(bin), ["architect"]);
    assertEquals(await Deno.readTextFile(`${bin}/architect`), "old");
  });
}, NO_MOUNT);

testInstall(
  "leaves what was there when it is stopped in the middle, and stops the download",
  async (t) => {
    for (const [signal, code] of [["SIGTERM", 143], ["SIGINT", 130], ["SIGHUP", 129]] as const) {
      await t.step(signal, () =>
        withOld(async (bin, unchanged) => {
          await using host = releaseHost(await stalledRelease());
          const { child, result } = await startInstall(["--to", bin], { host });
          await downloadBegun(bin);
          child.kill(signal);
          assertEquals((await result).code, code);
          await unchanged();
          await host.clientLeft;
        }));
    }
  },
);

testInstall(
  "leaves what was there when it is killed in the middle, and works after that",
  async () => {
    await withOld(async (bin) => {
      {
        await using host = releaseHost(await stalledRelease());
        // A group of its own, as a terminal or a CI job has: all of it is killed.
        const { child, result } = await startInstall(["--to", bin], {
          host,
          shell: ["setsid", "sh", "-eu"],
        });
        await downloadBegun(bin);
        Deno.kill(-child.pid, "SIGKILL");
        assertEquals((await result).signal, "SIGKILL");
        assertEquals(await Deno.readTextFile(`${bin}/architect`), fakeProgram("0.0.9"));
        await host.clientLeft;
      }
      await using host = releaseHost(await twoReleases());
      const { code, stderr } = await install(["--to", bin], { host });
      assertEquals(code, 0, stderr);
      assertEquals(await Deno.readTextFile(`${bin}/architect`), fakeProgram("0.2.0"));
    });
  },
  await onPath("setsid") === null ? " (left out: there is no setsid)" : "",
);

testInstall("does nothing when the script itself came only in part", async () => {
  await using host = releaseHost(await twoReleases());
  await withWorkspace(async (HOME) => {
    const lines = SCRIPT.split("\n");
    const parts = [150, 30, 3, 2].map((less) => lines.slice(0, -less).join("\n"));
    for (const script of [...parts, SCRIPT.trimEnd().slice(0, -1)]) {
      const { code } = await install([], { host, script, env: { HOME } });
      assert(code !== 0, script.slice(-80));
    }
    assertEquals(await namesIn(HOME), []);
    assertEquals(host.asked, []);
  });
});
