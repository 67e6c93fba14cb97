import { assert, assertEquals } from "@std/assert";
import type { GrantedRights } from "../../src/commands/granted_rights.ts";
import { tableRows } from "../../src/commands/permissions.ts";
import { translationInto } from "../../src/language.ts";
import { displayWidth } from "../../src/ui/display_width.ts";
import { grantedText, permissionsTable } from "../../src/ui/permissions_table.ts";

const translate = await translationInto("es");

const GRANTED: GrantedRights = {
  build: "source",
  read: ["*"],
  write: [".", ".architect"],
  net: [],
  run: true,
  env: ["PATH"],
  sys: [],
  ffi: false,
};

Deno.test("permissionsTable() has straight columns that fit into a terminal, in every language", () => {
  const tables = [permissionsTable(tableRows()), permissionsTable(tableRows(), translate)];
  for (const table of tables) {
    const lines = table.trimEnd().split("\n");
    assert(Math.max(...lines.map(displayWidth)) <= 80, table);
    const starts = ["Workspace", "Carpeta"].map((name) => lines[0]!.indexOf(name));
    const at = Math.max(...starts);
    for (const line of lines) assertEquals(line.slice(at - 2, at), "  ", line);
  }
});

Deno.test("permissionsTable() speaks the person's language", () => {
  const rows = tableRows().filter(({ commands }) => commands.includes("run"));
  assertEquals(
    permissionsTable(rows, translate),
    `\
Comando                        Carpeta        .architect     Red  Comandos  Host
run, resume: solo lectura      leer           leer/escribir  sí   -         sí
run, resume                    leer/escribir  leer/escribir  sí   -         sí
run, resume: --allow-commands  leer/escribir  leer/escribir  sí   sí        sí
`,
  );
});

Deno.test("grantedText() lines up what was granted, in every language", () => {
  assertEquals(
    grantedText(GRANTED),
    `\
This runs from source, with:
  read         all
  write        ., .architect
  net          -
  commands     all
  environment  PATH
  system       -
  native code  -
`,
  );
  assertEquals(
    grantedText(GRANTED, translate),
    `\
Se ejecuta desde el código fuente, con:
  leer           todo
  escribir       ., .architect
  red            -
  comandos       todo
  entorno        PATH
  sistema        -
  código nativo  -
`,
  );
});
