/** The two tables of the README that tell what commands may do, and with which flags. */

/** A row, once for each command that it names. */
export interface ReadmeRow {
  /** `sessions show`, `run: only reading`. */
  readonly name: string;
  /** The other cells, as they are written. */
  readonly cells: readonly string[];
}

/**
 * Reads the tables.
 *
 * @returns What each command may do, and the flags for it.
 */
export async function readmeTables(): Promise<{
  readonly rights: readonly ReadmeRow[];
  readonly flags: readonly { readonly name: string; readonly flags: readonly string[] }[];
}> {
  const text = await Deno.readTextFile(new URL("../../README.md", import.meta.url));
  const flags = tableWith(text, /^\| command +\| flags +\|$/m);
  return {
    rights: tableWith(text, /^\| command +\| workspace +\| `\.architect` .*\|$/m),
    flags: flags.map(({ name, cells: [cell = ""] }) => ({
      name,
      flags: cell.replaceAll("`", "").split(" ").filter((flag) => flag !== ""),
    })),
  };
}

function tableWith(text: string, header: RegExp): ReadmeRow[] {
  const from = header.exec(text);
  if (from === null) throw new Error(`The README has no table with ${header}`);
  const lines = text.slice(from.index).split("\n").slice(2);
  const end = lines.findIndex((line) => !line.startsWith("|"));
  return lines.slice(0, end).flatMap((line) => {
    const [commands = "", ...cells] = line.slice(1, -1).split("|").map((cell) => cell.trim());
    const [names = "", when] = commands.split(": ");
    return names.split(", ").map((name) => ({
      name: [name, when].filter((part) => part !== undefined).join(": ").replaceAll("`", ""),
      cells,
    }));
  });
}
