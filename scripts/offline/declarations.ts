/**
 * The modules that a package ships compiled: code (`esm/`) and declarations (`types/`), two trees of
 * the same shape. They give what the compiled programs lack: @std/cli/unicode-width, Cliffy's
 * completions, and the types of all of Cliffy.
 */
import { type Copies, sources } from "./copies.ts";

const COMPLETIONS = "@windmill-labs/cliffy-command/1.0.0-rc.5/completions";
const WIDTH_MODULES = ["unicode_width", "_data", "_run_length"];

/** Import name to the module with the code and the declarations of its types. */
const FACES: Readonly<Record<string, readonly [code: string, types: string]>> = {
  "@cliffy/command": ["@cliffy/command/1.0.0/mod.ts", "cliffy-command/1.0.0-rc.5/mod.d.ts"],
  "@cliffy/command/completions": [
    "@cliffy/command/1.0.0/completions/mod.js",
    "cliffy-command/1.0.0-rc.5/completions/mod.d.ts",
  ],
  "@cliffy/prompt/confirm": [
    "@cliffy/prompt/1.0.0/confirm.ts",
    "cliffy-prompt/1.0.0-rc.6/confirm.d.ts",
  ],
  "@cliffy/prompt/input": ["@cliffy/prompt/1.0.0/input.ts", "cliffy-prompt/1.0.0-rc.6/input.d.ts"],
  "@cliffy/prompt/select": [
    "@cliffy/prompt/1.0.0/select.ts",
    "cliffy-prompt/1.0.0-rc.6/select.d.ts",
  ],
  "@cliffy/table": ["@cliffy/table/1.0.0/mod.ts", "cliffy-table/1.0.0-rc.5/mod.d.ts"],
};

/** Without the shims for Node that the package's own build put in. */
function clean(text: string): string {
  return text.replace(/^import \* as dntShim from .*\n/gm, "")
    .replace(/^\/\/# sourceMappingURL=.*$/gm, "")
    .replace(/\bdntShim\.Deno\b/g, "Deno")
    .replace(/\bdntShim\.dntGlobalThis\b/g, "globalThis");
}

async function registryFolder(deps: string): Promise<string> {
  for await (const { name } of Deno.readDir(deps)) {
    try {
      await Deno.stat(`${deps}/${name}/@std`);
      return name;
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
  throw new Error(`Cannot find the folder with @std in ${deps}`);
}

async function copyWidth(copies: Copies, from: string, ext: ".js" | ".d.ts"): Promise<void> {
  for (const name of WIDTH_MODULES) {
    const text = clean(await Deno.readTextFile(`${from}/@std/cli/1.0.0-rc.2/${name}${ext}`));
    const typed = ext === ".js" ? `// @ts-self-types="./${name}.d.ts"\n${text}` : text;
    await copies.write(`@std/cli/1.0.0-rc.2/${name}${ext}`, typed);
  }
}

/** Cliffy's completions, made to import the true sources beside them. */
async function copyCompletions(copies: Copies, from: string): Promise<void> {
  for await (const { name } of Deno.readDir(`${from}/${COMPLETIONS}`)) {
    if (!name.endsWith(".js")) continue;
    const text = clean(await Deno.readTextFile(`${from}/${COMPLETIONS}/${name}`))
      .replace(/"\.\.\/(command|_errors|_utils|types\/file)\.js"/g, '"../$1.ts"')
      .replace(
        /"(?:\.\.\/)+@std\/fmt\/[^/]+\/colors\.js"/g,
        '"../../../../@std/fmt/1.0.9/colors.ts"',
      )
      .replace(
        /"(?:\.\.\/)+cliffy-internal\/[^"]+\/runtime\/write_sync\.js"/g,
        '"../../../internal/1.0.0/runtime/write_sync.ts"',
      );
    await copies.write(`@cliffy/command/1.0.0/completions/${name}`, text);
  }
}

/**
 * Copies the compiled modules, and writes a small JavaScript face for each import name that joins
 * true code to these declarations.
 *
 * @param copies Where to.
 * @param dir The unpacked package.
 * @returns Import name to the path of its face.
 */
export async function copyDeclarations(
  copies: Copies,
  dir: string,
): Promise<Record<string, string>> {
  const registry = await registryFolder(`${dir}/esm/deps`);
  const code = `${dir}/esm/deps/${registry}`;
  const types = `${dir}/types/deps/${registry}`;
  await copyWidth(copies, code, ".js");
  await copyWidth(copies, types, ".d.ts");
  await copyCompletions(copies, code);
  for await (const path of sources(types)) {
    const text = clean(await Deno.readTextFile(`${types}/${path}`))
      .replace(/("\.{1,2}\/[^"]+)\.js"/g, '$1.d.ts"');
    await copies.write(`types/${path}`, text);
  }
  const faces: Record<string, string> = {};
  for (const [name, [module, declaration]] of Object.entries(FACES)) {
    const face = `faces/${name.replaceAll("/", "_")}.js`;
    await copies.write(
      face,
      `// @ts-self-types="../types/@windmill-labs/${declaration}"\nexport * from "../${module}";\n`,
    );
    faces[name] = face;
  }
  return faces;
}
