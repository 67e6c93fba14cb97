/** The import map that leads every name that the project and the copies use to a copy. */
import { type Copies, plainSpecifier, sources } from "./copies.ts";

/** Packages of which each public module can be imported by its own name. */
const WHOLE_PACKAGES = ["fs/1.0.22", "path/1.1.6", "assert/1.0.18"];

async function standardModules(copies: Copies): Promise<Record<string, string>> {
  const imports: Record<string, string> = {
    "@std/cli/unicode-width": "@std/cli/1.0.0-rc.2/unicode_width.js",
  };
  for (const packageDir of WHOLE_PACKAGES) {
    const name = `@std/${packageDir.split("/")[0]}`;
    imports[name] = `@std/${packageDir}/mod.ts`;
    for await (const file of sources(`${copies.dir}/@std/${packageDir}`)) {
      if (file.includes("/") || file.startsWith("_") || file === "mod.ts") continue;
      imports[`${name}/${file.slice(0, -3).replaceAll("_", "-")}`] = `@std/${packageDir}/${file}`;
    }
  }
  return imports;
}

/** Where a `jsr:` specifier leads; undefined for a module of types only, which was not compiled in. */
async function locate(copies: Copies, specifier: string): Promise<string | undefined> {
  const plain = plainSpecifier(specifier);
  const known = copies.redirects.get(plain);
  if (known !== undefined && await copies.has(known)) return known;
  const [, name = "", module] = /^jsr:(@[^/]+\/[^@/]+)@[^/]+(?:\/(.*))?$/.exec(plain) ?? [];
  if (!await copies.has(name)) return undefined;
  const versions = await Array.fromAsync(Deno.readDir(`${copies.dir}/${name}`), (it) => it.name);
  const file = module === undefined ? "mod.ts" : `${module.replaceAll("-", "_")}.ts`;
  const path = `${name}/${versions.sort().at(-1)}/${file}`;
  return await copies.has(path) ? path : undefined;
}

/** What the copies import from each other. */
async function innerModules(copies: Copies): Promise<Record<string, string>> {
  const imports: Record<string, string> = {};
  for (const scope of ["@cliffy", "@std"]) {
    for await (const file of sources(`${copies.dir}/${scope}`)) {
      const text = await Deno.readTextFile(`${copies.dir}/${scope}/${file}`);
      for (const [, specifier = ""] of text.matchAll(/from\s+"(jsr:[^"]+)"/g)) {
        const path = await locate(copies, specifier);
        if (path !== undefined) imports[specifier] = path;
      }
    }
  }
  return imports;
}

/**
 * Makes the import map. It replaces the `imports` of deno.json, so the entries that need no copy are
 * carried over.
 *
 * @param copies The copies, all of them written.
 * @param faces Import name to the path of a face.
 * @param own The `imports` of deno.json.
 * @returns The map, for a file in the folder of the copies.
 * @throws {Error} deno.json asks for a JSR package of which there is no copy.
 */
export async function makeImportMap(
  copies: Copies,
  faces: Readonly<Record<string, string>>,
  own: Readonly<Record<string, string>>,
): Promise<{ imports: Record<string, string> }> {
  const copied = { ...faces, ...await standardModules(copies), ...await innerModules(copies) };
  const imports: Record<string, string> = {};
  for (const [name, path] of Object.entries(copied)) imports[name] = `./${path}`;
  for (const [name, target] of Object.entries(own)) {
    if (!target.startsWith("jsr:")) {
      imports[name] = /^\.\.?\//.test(target) ? `../${target}` : target;
    } else if (!Object.keys(imports).some((it) => it === name || it.startsWith(`${name}/`))) {
      throw new Error(`Cannot make the import map: there is no offline copy of ${target}`);
    }
  }
  return { imports };
}
