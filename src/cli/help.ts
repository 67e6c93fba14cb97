/** What help texts need besides what Cliffy makes. */

/** What every `--help` ends with: Cliffy has no section for it. */
export const EXIT_CODES_HELP = `
Exit codes:

  0    success
  1    failed: model error, unexpected
  2    partial: max steps, budget, context (--exit-code-on-partial changes it)
  3    usage or configuration: bad flag or config, unknown or ambiguous session id,
       missing permission
  4    authentication: missing or refused key
  5    timeout (status partial)
  6    session damaged, too large, or written by a newer architect
  7    session in use by another process, or changed under us
  8    session cannot be saved
  130  interrupted: SIGINT, SIGTERM, SIGHUP
`;

/**
 * Takes off the spaces with which Cliffy's tables fill their lines.
 *
 * @param help A help text.
 * @returns The text without spaces at the ends of lines.
 */
export function trimLines(help: string): string {
  return help.replace(/ +$/gm, "");
}
