import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import {
  downloadBegun,
  fakeProgram,
  install,
  LINUX,
  namesIn,
  stalledRelease,
  startInstall,
  testInstall,
  twoReleases,
  withOld,
} from "../support/install_script.ts";
import { type HostFile, releaseHost } from "../support/release_host.ts";
import { linkTools, onPath, standIns } from "../support/tools_on_path.ts";
import { withWorkspace } from "../support/workspace.ts";

testInstall(
  "puts the latest release into ~/.local/bin, and says that it is not on PATH",
  async () => {
    await using host = releaseHost(await twoReleases());
    await withWorkspace(async (HOME) => {
      const bin = `${HOME}/.local/bin`;
      const { code, stdout, stderr } = await install([], { host, env: { HOME } });
      assertEquals(code, 0, stderr);
      assertEquals(stdout, `Installed architect 0.2.0: ${bin}/architect\n`);
      assertStringIncludes(stderr, `${bin} is not on PATH`);
      assertStringIncludes(stderr, `  export PATH='${bin}':"$PATH"\n`);
      assertEquals(await namesIn(bin), ["architect"]);
      assertEquals((await Deno.stat(`${bin}/architect`)).mode! & 0o777, 0o755);
      assertEquals(host.asked, ["latest/download/SHA256SUMS", `latest/download/${LINUX}`]);

      // What it says to do is what helps.
      const told = /export PATH=.*/.exec(stderr)![0];
      const { stdout: found } = await new Deno.Command("sh", {
        args: ["-c", `${told}; command -v architect`],
      }).output();
      assertEquals(new TextDecoder().decode(found), `${bin}/architect\n`);
    });
  },
);

testInstall("takes a version, a folder and a profile, with or without v", async (t) => {
  await using host = releaseHost(await twoReleases());
  for (const version of ["0.1.0", "v0.1.0"]) {
    await t.step(version, () =>
      withWorkspace(async (cwd) => {
        const PATH = `${cwd}/-a b'c:${Deno.env.get("PATH")}`;
        const args = ["--version", version, "--to", "-a b'c", "--profile", "sandbox"];
        const { code, stdout, stderr } = await install(args, { host, cwd, env: { PATH } });
        assertEquals(code, 0, stderr);
        assertEquals(
          stdout,
          `Installed architect 0.1.0 sandbox: ${cwd}/-a b'c/architect-sandbox\n`,
        );
        assertEquals(stderr.split("\n").length, 2, stderr);
        assertEquals(await namesIn(`${cwd}/-a b'c`), ["architect-sandbox"]);
      }));
  }
});

testInstall("names what is on PATH before it, and quotes a folder for the shell", async () => {
  await using host = releaseHost(await twoReleases());
  await withOld(async (old) => {
    await withWorkspace(async (folder) => {
      const shadowed = await install(["--to", folder], {
        host,
        env: { PATH: `${old}:${folder}:${Deno.env.get("PATH")}` },
      });
      assertStringIncludes(
        shadowed.stderr,
        `Another one is found first on PATH: ${old}/architect\n`,
      );
      const odd = `${folder}/it's $HOME`;
      const { stderr } = await install(["--to", odd], { host });
      const told = /export PATH=.*/.exec(stderr)![0];
      const { stdout } = await new Deno.Command("sh", {
        args: ["-c", `${told}; command -v architect`],
      }).output();
      assertEquals(new TextDecoder().decode(stdout), `${odd}/architect\n`);
      const fish = await install(["--to", folder], { host, env: { SHELL: "/usr/bin/fish" } });
      assertStringIncludes(fish.stderr, `  fish_add_path '${folder}'\n`);
    });
  });
});

testInstall("replaces an older one, and what a killed install left a day ago", async () => {
  await using host = releaseHost(await twoReleases());
  await withOld(async (bin) => {
    await Deno.mkdir(`${bin}/.architect-install.older`);
    await Deno.writeTextFile(`${bin}/.architect-install.older/architect`, "half");
    const twoDaysAgo = new Date(Date.now() - 48 * 60 * 60 * 1000);
    await Deno.utime(`${bin}/.architect-install.older`, twoDaysAgo, twoDaysAgo);
    await Deno.mkdir(`${bin}/.architect-install.now`);
    const { code, stderr } = await install(["--to", bin], { host });
    assertEquals(code, 0, stderr);
    assertEquals(await namesIn(bin), [".architect-install.now", "architect"]);
    assertEquals(await Deno.readTextFile(`${bin}/architect`), fakeProgram("0.2.0"));
  });
});

testInstall("follows a host that has moved its files", async () => {
  const files = await twoReleases();
  const moved: Record<string, HostFile> = {};
  for (const name of ["SHA256SUMS", LINUX]) {
    moved[`latest/download/${name}`] = { movedTo: `../../download/v0.2.0/${name}` };
  }
  await using host = releaseHost({ ...files, ...moved });
  await withWorkspace(async (bin) => {
    const { code, stderr } = await install(["--to", bin], { host });
    assertEquals(code, 0, stderr);
    assertEquals(await Deno.readTextFile(`${bin}/architect`), fakeProgram("0.2.0"));
  });
});

testInstall("does nothing for a line that it does not understand", async (t) => {
  const usage = "usage: install.sh [--version X] [--to DIR] [--profile full|sandbox]\n";
  const cases: [args: string[], says: string][] = [
    [["--prefix", "/x"], "unknown argument --prefix; "],
    [["1.0.0"], "unknown argument 1.0.0; "],
    [["--to"], "--to needs a value; "],
    [["--to", ""], "--to needs a value; "],
    [["--version", "../../x"], "../../x is no version; "],
    [["--version", "v"], " is no version; "],
    [["--profile", "tiny"], "unknown profile tiny; "],
  ];
  await using host = releaseHost({});
  for (const [args, says] of cases) {
    await t.step(args.join(" "), async () => {
      const { code, stderr } = await install(args, { host });
      assertEquals([code, stderr], [1, `error: ${says}${usage}`]);
    });
  }
  assertEquals(host.asked, []);
});

testInstall("does nothing where the releases are not known, or cannot be trusted", async (t) => {
  const cases: [releases: string, says: string][] = [
    ["", "set ARCHITECT_RELEASES to where the releases are"],
    ["http://mirror.example/releases", "must begin with https://, and is http://mirror.example"],
    ["file:///srv/releases", "must begin with https://"],
    ["mirror.example/releases", "must begin with https://"],
  ];
  for (const [ARCHITECT_RELEASES, says] of cases) {
    await t.step(ARCHITECT_RELEASES || "unset", () =>
      withWorkspace(async (folder) => {
        const env = { ARCHITECT_RELEASES };
        const { code, stderr } = await install(["--to", `${folder}/bin`], { env });
        assertEquals(code, 1);
        assertStringIncludes(stderr, says);
        assertEquals(await namesIn(folder), []);
      }));
  }
  await t.step("nor where to, without HOME", async () => {
    const env = { ARCHITECT_RELEASES: "https://example.com" };
    const { code, stderr } = await install([], { env });
    assertEquals([code, stderr], [1, "error: HOME is not set: say where to with --to DIR\n"]);
  });
});

testInstall(
  "takes what is built for the machine, and refuses what it is not built for",
  async (t) => {
    await using host = releaseHost(await twoReleases());
    const uname = (system: string, cpu: string): string =>
      `case "$1" in -s) echo '${system}' ;; -m) echo '${cpu}' ;; esac`;
    const glibc = { ldd: "echo 'ldd (Debian GLIBC 2.36) 2.36'" };
    const takes: Record<string, [stands: Record<string, string>, says: string, file?: string]> = {
      "Linux x64": [{ ...glibc, uname: uname("Linux", "x86_64") }, "0.2.0"],
      "Linux arm64": [{ ...glibc, uname: uname("Linux", "aarch64") }, "0.2.0 linux arm"],
      "macOS x64": [{ uname: uname("Darwin", "x86_64"), sysctl: "echo 0" }, "0.2.0 mac"],
      "macOS arm64": [{ uname: uname("Darwin", "arm64"), sysctl: "exit 1" }, "0.2.0 mac arm"],
      "macOS arm64, translated": [
        { uname: uname("Darwin", "x86_64"), sysctl: "echo 1" },
        "0.2.0 mac arm",
      ],
      "Windows x64": [
        { uname: uname("MINGW64_NT-10.0", "x86_64") },
        "0.2.0 windows",
        "architect.exe",
      ],
      "Windows arm64": [
        { uname: uname("MSYS_NT-10.0", "aarch64") },
        "0.2.0 windows",
        "architect.exe",
      ],
    };
    for (const [name, [stands, says, file = "architect"]] of Object.entries(takes)) {
      await t.step(name, () =>
        withWorkspace(async (folder) => {
          const PATH = await standIns(`${folder}/tools`, stands);
          const bin = `${folder}/bin`;
          const { code, stdout, stderr } = await install(["--to", bin], { host, env: { PATH } });
          assertEquals(code, 0, stderr);
          assertEquals(stdout, `Installed architect ${says}: ${bin}/${file}\n`);
          assertEquals(await namesIn(bin), [file]);
        }));
    }
    host.asked.length = 0;
    const musl = "echo 'musl libc (x86_64)\nVersion 1.2.5' >&2; exit 1";
    const refuses: Record<string, [stands: Record<string, string>, says: RegExp]> = {
      "musl": [{ ldd: musl }, /^error: architect needs glibc, and this system has musl .*debian/],
      "FreeBSD": [
        { uname: uname("FreeBSD", "amd64") },
        /^error: there is no architect for FreeBSD: /,
      ],
      "32 bits": [
        { ...glibc, uname: uname("Linux", "armv7l") },
        /no architect for armv7l: it is bu/,
      ],
    };
    for (const [name, [stands, says]] of Object.entries(refuses)) {
      await t.step(name, () =>
        withWorkspace(async (folder) => {
          const PATH = await standIns(`${folder}/tools`, stands);
          const { code, stderr } = await install(["--to", `${folder}/bin`], {
            host,
            env: { PATH },
          });
          assertEquals(code, 1);
          assertMatch(stderr, says);
          assertEquals(await namesIn(folder), ["tools"]);
          assertEquals(host.asked, []);
        }));
    }
  },
);

/** What it needs besides one of curl, wget and one of sha256sum, shasum, openssl. */
const TOOLS = ["uname", "ldd", "mkdir", "mktemp", "find", "cut", "chmod", "mv", "rm", "sed", "sh"];

testInstall("makes do with the tools that there are", async (t) => {
  await using host = releaseHost(await twoReleases());
  const wget = await onPath("wget");
  for (const tools of [["curl", "shasum", "perl"], ["curl", "openssl"], ["wget", "sha256sum"]]) {
    const missing = [];
    for (const tool of tools) if (await onPath(tool) === null) missing.push(tool);
    const why = missing.length === 0 ? "" : ` (left out: there is no ${missing.join(", ")})`;
    await t.step({
      name: tools.join(", ") + why,
      ignore: why !== "",
      fn: () =>
        withWorkspace(async (folder) => {
          const PATH = await linkTools(`${folder}/tools`, [...TOOLS, ...tools]);
          const bin = `${folder}/bin`;
          const { code, stderr } = await install(["--to", bin], { host, env: { PATH } });
          assertEquals(code, 0, stderr);
          assertEquals(await namesIn(bin), ["architect"]);
          const args = ["--version", "9.9.9", "--to", bin];
          const failed = await install(args, { host, env: { PATH } });
          assertEquals(failed.code, 1);
          assertMatch(failed.stderr, /error: cannot get .*\/v9\.9\.9\/SHA256SUMS\n$/);
          assertEquals(await namesIn(bin), ["architect"]);
        }),
    });
  }
  const lacks: [tools: string[], stands: Record<string, string>, says: string][] = [
    [["sha256sum"], {}, "curl or GNU wget is needed"],
    [["sha256sum"], { wget: "echo 'BusyBox v1.35.0'" }, "curl or GNU wget is needed"],
    [["curl"], {}, "sha256sum, shasum or openssl is needed"],
  ];
  for (const [tools, stands, says] of lacks) {
    await t.step(
      `${says}: ${[...tools, ...Object.keys(stands)].join(", ")}`,
      () =>
        withWorkspace(async (folder) => {
          const PATH = await linkTools(`${folder}/tools`, [...TOOLS, ...tools]);
          await standIns(PATH, stands);
          const { code, stderr } = await install(["--to", `${folder}/bin`], {
            host,
            env: { PATH },
          });
          assertEquals([code, stderr], [1, `error: ${says}\n`]);
          assertEquals(await namesIn(folder), ["tools"]);
        }),
    );
  }
  assert(wget === null || host.asked.length > 4);
});

testInstall("works in every shell", async (t) => {
  const shells = [["dash", "-eu"], ["bash", "-eu"], ["bash", "--posix", "-eu"]];
  for (const shell of [...shells, ["busybox", "sh", "-eu"], ["mksh", "-eu"]]) {
    const missing = await onPath(shell[0]!) === null;
    const why = missing ? ` (left out: there is no ${shell[0]})` : "";
    await t.step({
      name: shell.join(" ") + why,
      ignore: missing,
      fn: () =>
        withOld(async (bin, unchanged) => {
          const files = await twoReleases();
          {
            const tampered = { ...files, [`latest/download/${LINUX}`]: "#!/bin/sh\n" };
            await using host = releaseHost(tampered);
            const { code, stderr } = await install(["--to", bin], { host, shell });
            assertEquals(code, 1);
            assertMatch(stderr, /error: .* is not what SHA256SUMS says/);
            await unchanged();
          }
          {
            await using host = releaseHost(await stalledRelease());
            const { child, result } = await startInstall(["--to", bin], { host, shell });
            await downloadBegun(bin);
            child.kill("SIGTERM");
            assertEquals((await result).code, 143);
            await unchanged();
          }
          await using host = releaseHost(files);
          const { code, stderr } = await install(["--to", bin], { host, shell });
          assertEquals(code, 0, stderr);
          assertEquals(await Deno.readTextFile(`${bin}/architect`), fakeProgram("0.2.0"));
        }),
    });
  }
});
