/** The command lines of the README. */

/** A fenced block. */
export interface ReadmeBlock {
  /** What its fence says: `sh`, `console`, `yaml`; empty: nothing. */
  readonly language: string;
  /** The headings that it stands under, the nearest last. */
  readonly headings: readonly string[];
  /** Line of the README that its first line is, from 1. */
  readonly line: number;
  readonly lines: readonly string[];
}

/** A command of a recording, and what it printed. */
export interface Recorded {
  readonly command: string;
  /** `...` at the end of a line stands for its rest, alone for any number of lines. */
  readonly output: readonly string[];
}

/** Everything that stands in a fence, in order. */
export function readmeBlocks(readme: string): ReadmeBlock[] {
  const blocks: ReadmeBlock[] = [];
  const headings: string[] = [];
  let open: { language: string; line: number; lines: string[] } | null = null;
  for (const [index, line] of readme.split("\n").entries()) {
    if (open !== null) {
      if (line === "```") {
        blocks.push({ ...open, headings: headings.filter((heading) => heading !== undefined) });
        open = null;
      } else open.lines.push(line);
      continue;
    }
    const heading = /^(#+) (.*)$/.exec(line);
    if (heading !== null) {
      headings.length = heading[1]!.length - 1;
      headings.push(heading[2]!);
    }
    if (line.startsWith("```")) open = { language: line.slice(3), line: index + 2, lines: [] };
  }
  if (open !== null) throw new Error(`The fence before line ${open.line} is never closed`);
  return blocks;
}

/** The commands of a shell block, each with the lines that it goes on in. */
export function commandsIn(lines: readonly string[]): string[] {
  const commands: string[] = [];
  let more = false;
  for (const line of lines) {
    if (more) commands[commands.length - 1] += `\n${line}`;
    else if (line.trim() !== "") commands.push(line);
    more = /(\\|\||&&)$/.test(line);
  }
  return commands;
}

/** A command without the comment at its end. */
export function withoutComment(command: string): string {
  return command.replace(/\s+# .*$/, "");
}

/** The commands of a recording, each line after a `$`, with what stands below it. */
export function recordedIn(lines: readonly string[]): Recorded[] {
  const recorded: { command: string; output: string[] }[] = [];
  let more = false;
  for (const line of lines) {
    if (more) recorded.at(-1)!.command += `\n${line}`;
    else if (line.startsWith("$ ")) recorded.push({ command: line.slice(2), output: [] });
    else recorded.at(-1)!.output.push(line);
    more = line.endsWith("\\");
  }
  return recorded;
}

/** What matches the output of a recording: the ids of its sessions may be any. */
export function outputPattern(output: readonly string[]): RegExp {
  const lines = output.map((line) => {
    if (line === "...") return "(?:.*\\n)*?";
    const [text, rest] = line.endsWith(" ...") ? [line.slice(0, -3), ".*"] : [line, ""];
    const literal = text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
    return literal.replace(/\d{8}-\d{6}-[0-9a-f]{6}/g, "\\d{8}-\\d{6}-[0-9a-f]{6}") + rest + "\\n";
  });
  return new RegExp(`^${lines.join("")}$`);
}
