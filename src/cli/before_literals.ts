/**
 * The arguments that are flags or commands: those before `--`.
 *
 * @param args The whole command line.
 * @returns Its beginning.
 */
export function beforeLiterals(args: readonly string[]): readonly string[] {
  const end = args.indexOf("--");
  return end === -1 ? args : args.slice(0, end);
}
