/** Small tools for tests of what runs tools, not of the tools themselves. */

import { verbatim } from "../../src/text.ts";
import { type Tool, ToolError } from "../../src/tools/tool.ts";

/** What a fake tool does. */
export interface FakeTool {
  readonly changes?: boolean;
  /** Called by `run`. Default: gives `NAME ran`. */
  readonly run?: (args: Record<string, unknown>) => string | Promise<string>;
  /** Called by `prepare`. */
  readonly prepare?: (args: Record<string, unknown>) => void;
}

/**
 * Makes tools.
 *
 * @param tools Name to behaviour.
 * @returns The tools, as a run takes them.
 */
export function fakeTools(tools: Record<string, FakeTool>): ReadonlyMap<string, Tool> {
  return new Map(
    Object.entries(tools).map(([name, fake]): [string, Tool] => [name, {
      name,
      description: `${name}, for a test`,
      parameters: { type: "object" },
      changes: fake.changes ?? false,
      prepare(args) {
        const given = args as Record<string, unknown>;
        fake.prepare?.(given);
        return Promise.resolve({
          preview: verbatim(`${name} would run`),
          async run() {
            const content = await fake.run?.(given) ?? `${name} ran`;
            return { success: true, content };
          },
        });
      },
    }]),
  );
}

/** Throws what a tool throws for the model to read. */
export function fail(message: string): never {
  throw new ToolError(message);
}
