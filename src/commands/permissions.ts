import { ArchitectError } from "../errors.ts";
import { type CommandName, RIGHTS, type Rights, runRights, typed } from "../permissions.ts";
import { needed } from "../permissions/grants.ts";
import { type Text, text, verbatim } from "../text.ts";
import { jsonDocument } from "../ui/json_document.ts";
import { grantedText, type PermissionsRow, permissionsTable } from "../ui/permissions_table.ts";
import type { CommandContext } from "./context.ts";

/**
 * Shows what each command may do at most, and what this process was granted.
 *
 * @param name The command to show, as it is typed; null for all.
 * @param flags How.
 * @param context The outside world, with what was granted.
 * @returns The exit code.
 * @throws {ArchitectError} `usage`: there is no such command.
 */
export async function permissions(
  name: string | null,
  flags: { readonly json: boolean },
  context: CommandContext,
): Promise<number> {
  const all = tableRows();
  const rows = all.filter((row) => name === null || row.commands.some((own) => isOf(own, name)));
  if (rows.length === 0) {
    const names = [...new Set(all.flatMap(({ commands }) => commands))].join(", ");
    throw new ArchitectError(
      "usage",
      text('Cannot show "{name}": there is no such command', { name: String(name) }),
      { suggestion: text("One of: {names}", { names }) },
    );
  }
  const granted = context.granted!;
  if (flags.json) {
    const { build, ...grants } = granted;
    const commands = rows.map(({ commands, when, rights }) => ({
      commands,
      when: when && String(when),
      workspace: rights.workspace,
      architect: rights.state,
      net: rights.net,
      run: rights.run,
      hostname: rights.hostname,
      flags: needed(rights).map(({ flag }) => flag),
    }));
    await context.print(jsonDocument({ build, granted: grants, commands }));
  } else {
    const { translate } = context;
    await context.print(`${permissionsTable(rows, translate)}\n${grantedText(granted, translate)}`);
  }
  return 0;
}

/** A command is meant by its name; one that has others under it, with them. */
function isOf(command: string, name: string): boolean {
  return command === name || command.startsWith(`${name} `);
}

/**
 * The table of rights, in the order of the rows of {@linkcode RIGHTS}.
 *
 * @returns A row for each command; for runs one for each thing that they may be.
 */
export function tableRows(): readonly PermissionsRow[] {
  const row = (
    commands: readonly string[],
    rights: Rights,
    when: Text | null = null,
  ): PermissionsRow => ({ commands, when, rights });
  return (Object.keys(RIGHTS) as CommandName[]).flatMap((command) => {
    if (command === "help") return [row(["--help", "--version"], RIGHTS.help)];
    if (command === "resume") return [];
    if (command !== "run") return [row([typed(command)], RIGHTS[command])];
    const both = ["run", "resume"];
    return [
      row(both, runRights({ readOnly: true, commands: false }), text("only reading")),
      row(both, runRights({ readOnly: false, commands: false })),
      row(both, runRights({ readOnly: false, commands: true }), verbatim("--allow-commands")),
    ];
  });
}
