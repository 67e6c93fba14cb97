/** The `${{ }}` of GitHub's workflows, as far as this project's use it. */

/** `github`, `inputs`, `steps` and the like, by name. */
export type Contexts = Readonly<Record<string, unknown>>;

/** How the job stands, for a condition. */
export interface Standing {
  /** Whether no step before this one has failed. */
  readonly success: boolean;
}

/**
 * Puts values in.
 *
 * @param text What holds expressions.
 * @param contexts Where their values are.
 * @returns The text with the values. A value that is not there is empty, as GitHub has it.
 */
export function interpolate(text: string, contexts: Contexts): string {
  return text.replace(/\$\{\{(.*?)\}\}/gs, (_, expression: string) => {
    return String(evaluate(expression, contexts, { success: true }) ?? "");
  });
}

/**
 * Whether a step or a job runs.
 *
 * @param condition Its `if`; undefined: it has none.
 * @param contexts Where the values are.
 * @param standing How the job stands.
 */
export function holds(
  condition: string | undefined,
  contexts: Contexts,
  standing: Standing,
): boolean {
  if (condition === undefined) return standing.success;
  const expression = condition.replace(/^\$\{\{(.*)\}\}$/s, "$1");
  // Without a function that tells of the job's standing, success() is meant too.
  const asked = /\b(always|success|failure|cancelled)\(/.test(expression);
  return (asked || standing.success) && Boolean(evaluate(expression, contexts, standing));
}

const FUNCTIONS = ["always", "success", "failure", "cancelled"];

function evaluate(expression: string, contexts: Contexts, { success }: Standing): unknown {
  const code = expression.replace(/'[^']*'|[a-z_]+(?:\.[\w-]+)+|[a-z]+(?=\()/g, (word) => {
    if (word.startsWith("'")) return JSON.stringify(word.slice(1, -1));
    if (word.includes(".")) return `valueOf(${JSON.stringify(word.split("."))})`;
    if (FUNCTIONS.includes(word)) return word;
    throw new Error(`No such function in the tests' workflows: ${word}`);
  });
  // What it holds is this project's own workflows.
  const run = new Function("valueOf", ...FUNCTIONS, `return (${code});`);
  const valueOf = (path: readonly string[]): unknown =>
    path.reduce<unknown>((value, name) => (value as Contexts | undefined)?.[name], contexts);
  return run(valueOf, () => true, () => success, () => !success, () => false);
}
