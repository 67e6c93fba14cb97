/**
 * For a closed network, one with npm but without JSR: writes `.deps` (git-ignored) with copies of the
 * JSR packages that deno.json asks for, an import map that leads to them, and `denort`, the runtime
 * that `deno compile` embeds.
 *
 *     deno run -A scripts/offline/offline_deps.ts
 *     deno test --no-lock --import-map .deps/import_map.json
 *
 * Three npm packages are where the copies come from, pinned and checked. Two ship programs made by
 * `deno compile`, which carry the untouched sources of the JSR modules that they use; the third
 * ships compiled modules:
 *
 * - weave (Apache-2.0): Cliffy 1.0.0, @std/path 1.1.6, and the runtime, 2.7.14
 * - rfc (MIT): @std/assert 1.0.18, @std/fs 1.0.22
 * - windmill (Apache 2.0): @std/cli/unicode-width; completions and types of Cliffy 1.0.0-rc.5
 *
 * They are for building and testing in a closed network only. They are never committed, and a program
 * built from them is never published: scripts/build.sh refuses to make a release of them.
 */
import { Copies } from "./copies.ts";
import { readCompiledProgram } from "./compiled_program.ts";
import { copyDeclarations } from "./declarations.ts";
import { makeImportMap } from "./import_map.ts";
import { type PinnedPackage, unpackPackage } from "./npm_package.ts";

const WEAVE: PinnedPackage = {
  name: "@semantic-flow/weave-linux-x64@0.9.0",
  sha512:
    "rFIrlUdJSjrkBpRGmz8npzX9WayhRPYHkF2jRHxrRskldFvXyOdkqwRz2RL73FPJeHiKecAI2z+JZUC6M6VObQ==",
};
const RFC: PinnedPackage = {
  name: "@dgellow/rfc-linux-x64@0.0.6",
  sha512:
    "KhBrVX6QaG7aMXZfZJmzXHx7W0JLohhJr+96z16WhoaHvSRaiMu2ohkmEFeUPo52Mws6ZGqVRA6bMzYB6ZL65g==",
};
const WINDMILL: PinnedPackage = {
  name: "windmill-cli@1.596.0",
  sha512:
    "5aFVNTOEaGyTKyQlyjFI1FAZ8fTIQ2vGSmnqL3FfZuKpKWdqGXh8p9Azdp8N2MkIwyP1vYtOK9nfQk6jr6tRTw==",
};

const root = new URL("../../", import.meta.url).pathname.replace(/\/$/, "");
const target = `${root}/.deps`;

async function ownImports(): Promise<Record<string, string>> {
  return JSON.parse(await Deno.readTextFile(`${root}/deno.json`)).imports;
}

/** What the copies follow from: these sources and the project's imports. */
async function stampOf(): Promise<string> {
  const files: string[] = [];
  for await (const { name } of Deno.readDir(`${root}/scripts/offline`)) {
    files.push(`scripts/offline/${name}`);
  }
  let text = JSON.stringify(await ownImports());
  for (const file of files.sort()) text += `${file}\n${await Deno.readTextFile(`${root}/${file}`)}`;
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return new Uint8Array(hash).toHex();
}

async function fill(dir: string): Promise<void> {
  const copies = new Copies(dir);
  const [weave, rfc, windmill] = await Promise.all([
    unpackPackage(WEAVE, `${dir}/_weave`),
    unpackPackage(RFC, `${dir}/_rfc`),
    unpackPackage(WINDMILL, `${dir}/_windmill`),
  ]);
  const program = readCompiledProgram(await Deno.readFile(`${weave}/bin/weave`));
  await copies.take(program, /^@cliffy\/|^@std\/(?!assert)/);
  await copies.write("denort", program.runtime);
  await Deno.chmod(`${dir}/denort`, 0o755);
  const second = readCompiledProgram(await Deno.readFile(`${rfc}/bin/rfc`));
  await copies.take(second, /^@std\/(assert\/1|fs|path\/1|internal|fmt)/);
  const types = await Deno.readTextFile(`${root}/scripts/offline/types.ts`);
  for (
    const module of ["internal/1.0.12/types", "internal/1.0.14/types", "encoding/1.0.10/_types"]
  ) {
    await copies.write(`@std/${module}.ts`, types);
  }
  const faces = await copyDeclarations(copies, windmill);
  const map = await makeImportMap(copies, faces, await ownImports());
  await copies.write("import_map.json", JSON.stringify(map, null, 2) + "\n");
  for (const name of ["_weave", "_rfc", "_windmill"]) {
    await Deno.remove(`${dir}/${name}`, { recursive: true });
  }
}

async function storedStamp(): Promise<string | null> {
  try {
    return await Deno.readTextFile(`${target}/stamp`);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

const stamp = await stampOf();
if (await storedStamp() !== stamp) {
  console.error("Making the offline copies of the JSR packages ...");
  const dir = `${target}.${Deno.pid}`;
  await Deno.mkdir(dir);
  try {
    await fill(dir);
    await Deno.writeTextFile(`${dir}/stamp`, stamp);
    // A folder cannot be renamed over another: for this moment there is none.
    try {
      await Deno.rename(target, `${dir}.old`);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
    await Deno.rename(dir, target);
  } finally {
    for (const left of [dir, `${dir}.old`]) {
      await Deno.remove(left, { recursive: true }).catch((error) => {
        if (!(error instanceof Deno.errors.NotFound)) throw error;
      });
    }
  }
}
