// Written by scripts/make_help.ts.

const EXIT_CODES = `
Exit codes:

  0    success
  1    failed: model error, unexpected
  2    partial: max steps, budget, context (--exit-code-on-partial changes it)
  3    usage or configuration: bad flag or config, unknown or ambiguous session
       id, missing permission
  4    authentication: missing or refused key
  5    timeout (status partial)
  6    session damaged, too large, or written by a newer architect
  7    session in use by another process, or changed under us
  8    session cannot be saved
  130  interrupted: SIGINT, SIGTERM, SIGHUP
`;

/** The help of every command, by its words: what `--help` prints where there are no colours. */
// deno-fmt-ignore
export const HELP_TEXTS: Readonly<Record<string, string>> = {
  "": `
Usage:   architect <command> [flags]
Version: 0.1.0

Description:

  A headless coding agent whose sessions survive every interruption.

Options:

  -h, --help             - Show this help.
  -V, --version          - Show the version.
  --lang         <lang>  - Language of what is shown: en or es.

Commands:

  run          [prompt]       - Run a task: the session is saved after each
                                step.
  resume       [id] [prompt]  - Go on where a session stopped: its id, a unique
                                prefix, or last.
  sessions                    - List the sessions of this folder, newest first.
  cleanup                     - Remove old sessions. Nothing else ever removes
                                one by itself.
  permissions  [command...]   - Show what each command may do at most, and what
                                this program was given.
  schema                      - Print the JSON Schema of what --json and
                                --events print.
  completions                 - Print a script that completes commands, flags
                                and sessions in a shell.

Examples:

  Run a task:        architect run "add tests to user.py"
  Go on with it:     architect resume last
  See what there is: architect sessions
${EXIT_CODES}`,
  "run": `
Usage:   architect run <prompt> [flags]
Version: 0.1.0

Description:

  Run a task: the session is saved after each step.

Options:

  -h, --help                         - Show this help.
  --lang                  <lang>     - Language of what is shown: en or es.
  --session               <id>       - Session to go on with: an id, a unique
                                       prefix, or last.
  --no-session                       - Save nothing.
  --fork                             - Go on in a new session; the one that is
                                       named stays as it is.
  --from-step             <step>     - --fork, from the end of a step on; 0:
                                       from the beginning.
  -a, --agent             <agent>    - build, plan, resume, review or one from
                                       the config.
  -m, --mode              <mode>     - confirm-all, confirm-sensitive or yolo.
  --model                 <name>     - Model, such as gpt-4o, ollama/qwen3 or
                                       replay:FILE.
  --api-base              <url>      - Server that speaks the chat-completions
                                       protocol.
  --api-key               <key>      - Key for it; better given as
                                       ARCHITECT_API_KEY.
  --budget                <usd>      - Most the session may cost; +USD: on top
                                       of what is spent.
  --timeout               <seconds>  - Time limit of this run.
  --max-steps             <n>        - Step limit of this run.
  --dry-run                          - Change nothing; report what would be
                                       changed.
  --json                             - Print one JSON document.
  --events                           - Print JSON Lines as things happen, the
                                       document of --json last.
  --events-text                      - --events, with the model's text as it
                                       arrives.
  --quiet                            - No progress on stderr.
  -v, --verbose                      - More progress; a stack for unexpected
                                       errors.
  -c, --config            <file>     - Config file inside the workspace, or -.
  --allow-commands                   - Let the agent run commands.
  --no-commands                      - Do not, whatever the config says.
  --no-stream                        - Ask for whole answers.
  --record                <file>     - Record the model's answers as a cassette.
  --exit-code-on-partial  <code>     - Exit code of a partial run, instead of 2.

Examples:

  A task:               architect run "add tests to user.py" --mode yolo
  In CI:                architect run "fix it" --mode yolo --budget 1.50 --json
  A long prompt:        architect run - < task.md
  A prompt like a flag: architect run -- "-v is not documented, fix that"
${EXIT_CODES}`,
  "resume": `
Usage:   architect resume [id] [prompt] [flags]
Version: 0.1.0

Description:

  Go on where a session stopped: its id, a unique prefix, or last.

Options:

  -h, --help                         - Show this help.
  --lang                  <lang>     - Language of what is shown: en or es.
  --fork                             - Go on in a new session; the one that is
                                       named stays as it is.
  --from-step             <step>     - --fork, from the end of a step on; 0:
                                       from the beginning.
  -a, --agent             <agent>    - build, plan, resume, review or one from
                                       the config.
  -m, --mode              <mode>     - confirm-all, confirm-sensitive or yolo.
  --model                 <name>     - Model, such as gpt-4o, ollama/qwen3 or
                                       replay:FILE.
  --api-base              <url>      - Server that speaks the chat-completions
                                       protocol.
  --api-key               <key>      - Key for it; better given as
                                       ARCHITECT_API_KEY.
  --budget                <usd>      - Most the session may cost; +USD: on top
                                       of what is spent.
  --timeout               <seconds>  - Time limit of this run.
  --max-steps             <n>        - Step limit of this run.
  --dry-run                          - Change nothing; report what would be
                                       changed.
  --json                             - Print one JSON document.
  --events                           - Print JSON Lines as things happen, the
                                       document of --json last.
  --events-text                      - --events, with the model's text as it
                                       arrives.
  --quiet                            - No progress on stderr.
  -v, --verbose                      - More progress; a stack for unexpected
                                       errors.
  -c, --config            <file>     - Config file inside the workspace, or -.
  --allow-commands                   - Let the agent run commands.
  --no-commands                      - Do not, whatever the config says.
  --no-stream                        - Ask for whole answers.
  --record                <file>     - Record the model's answers as a cassette.
  --exit-code-on-partial  <code>     - Exit code of a partial run, instead of 2.

Examples:

  The newest session: architect resume last
  Pick one:           architect resume
  With a new budget:  architect resume 20260223-143022-a1b2c3 --budget +1.00
  Another way:        architect resume 20260223-14 --from-step 4 "no class"
  With a new wish:    architect resume 20260223-14 "now the documentation"
${EXIT_CODES}`,
  "sessions": `
Usage:   architect sessions [command] [flags]
Version: 0.1.0

Description:

  List the sessions of this folder, newest first.

Options:

  -h, --help            - Show this help.
  --lang      <lang>    - Language of what is shown: en or es.
  --status    <status>  - Only these: running, success, partial, failed,
                          interrupted or corrupt.
  --grep      <text>    - Only those whose task holds the text, whatever its
                          case.
  --limit     <n>       - At most so many.
  --json                - Print one JSON array.

Commands:

  show    <id>    - Show a session: its runs, its steps, its last answer.
  stats           - Show success, steps and costs: of all sessions, by day,
                    model and agent.
  export  <id>    - Export a session: to comment with, to look at, to work on,
                    or to import.
  import  <file>  - Take a session out of a bundle that sessions export made; -
                    reads stdin.
  fork    <id>    - Make a new session of one, up to a step; that one stays as
                    it is.
  verify  [id]    - Read every byte of a session, or of all, and tell what is
                    wrong; repair it.
  delete  <id>    - Delete one session. Takes its full id; one that is in use is
                    refused.

Examples:

  All:                architect sessions
  What to go on with: architect sessions --status interrupted --limit 5
  In a script:        architect sessions --json | jq -r '.[0].id'
${EXIT_CODES}`,
  "sessions show": `
Usage:   architect sessions show <id>
Version: 0.1.0

Description:

  Show a session: its runs, its steps, its last answer.

Options:

  -h, --help          - Show this help.
  --lang      <lang>  - Language of what is shown: en or es.
  --messages          - Show every message whole.
  --json              - Print the whole state as one JSON document.

Examples:

  The newest: architect sessions show last
  Its cost:   architect sessions show 20260223-14 --json | jq .total_cost
${EXIT_CODES}`,
  "sessions stats": `
Usage:   architect sessions stats
Version: 0.1.0

Description:

  Show success, steps and costs: of all sessions, by day, model and agent.

Options:

  -h, --help          - Show this help.
  --lang      <lang>  - Language of what is shown: en or es.
  --since     <days>  - Only sessions that were saved in the last so many days.
  --json              - Print one JSON document.

Examples:

  This month:     architect sessions stats --since 31
  What was spent: architect sessions stats --json | jq .cost_usd
${EXIT_CODES}`,
  "sessions export": `
Usage:   architect sessions export <id>
Version: 0.1.0

Description:

  Export a session: to comment with, to look at, to work on, or to import.

Options:

  -h, --help              - Show this help.
  --lang        <lang>    - Language of what is shown: en or es.
  --format      <format>  - md: Markdown for a comment (default); html: one
                            page; json: all of it; bundle: to import.
  -o, --output  <file>    - Write to a file of this folder; default: stdout.

Examples:

  To look at:   architect sessions export last --format html -o session.html
  Comment:      architect sessions export last | gh pr comment 7 --body-file -
  Take along:   architect sessions export last --format bundle -o a.bundle
  All messages: architect sessions export last --format json | jq '.messages'
${EXIT_CODES}`,
  "sessions import": `
Usage:   architect sessions import <file>
Version: 0.1.0

Description:

  Take a session out of a bundle that sessions export made; - reads stdin.

Options:

  -h, --help          - Show this help.
  --lang      <lang>  - Language of what is shown: en or es.
  --new-id            - Under an id of its own, beside what is here.
  --json              - Print one JSON document.

Examples:

  In a later job: architect sessions import session.bundle
  And go on:      architect resume "\$(architect sessions import session.bundle)"
  From elsewhere: architect sessions import - < /tmp/session.bundle
${EXIT_CODES}`,
  "sessions fork": `
Usage:   architect sessions fork <id>
Version: 0.1.0

Description:

  Make a new session of one, up to a step; that one stays as it is.

Options:

  -h, --help          - Show this help.
  --lang      <lang>  - Language of what is shown: en or es.
  --at        <step>  - The last step that is kept; 0: none. Default: all.
  --json              - Print one JSON document.

Examples:

  From step 4 on:    architect sessions fork 20260223-14 --at 4
  And go on with it: architect resume 20260223-14 --from-step 4
${EXIT_CODES}`,
  "sessions verify": `
Usage:   architect sessions verify [id]
Version: 0.1.0

Description:

  Read every byte of a session, or of all, and tell what is wrong; repair it.

Options:

  -h, --help          - Show this help.
  --lang      <lang>  - Language of what is shown: en or es.
  --repair            - Repair what can be; what was damaged is kept as a copy.
  --dry-run           - Repair nothing; tell what would be repaired.
  --json              - Print one JSON document.

Examples:

  All:       architect sessions verify
  See first: architect sessions verify last --repair --dry-run
  One:       architect sessions verify 20260223-14 --repair
${EXIT_CODES}`,
  "sessions delete": `
Usage:   architect sessions delete <id>
Version: 0.1.0

Description:

  Delete one session. Takes its full id; one that is in use is refused.

Options:

  -h, --help          - Show this help.
  --lang      <lang>  - Language of what is shown: en or es.
  --json              - Print one JSON document.

Examples:

  One: architect sessions delete 20260223-143022-a1b2c3
${EXIT_CODES}`,
  "cleanup": `
Usage:   architect cleanup
Version: 0.1.0

Description:

  Remove old sessions. Nothing else ever removes one by itself.

Options:

  -h, --help              - Show this help.
  --lang        <lang>    - Language of what is shown: en or es.
  --older-than  <days>    - Age in days; default: sessions.cleanup_after_days of
                            the config, 7.
  --status      <status>  - Only these: running, success, partial, failed,
                            interrupted or corrupt.
  --damaged               - Damaged ones too, by the age of the file.
  --dry-run               - Remove nothing; report what would be removed.
  --json                  - Print one JSON document.

Examples:

  See first:          architect cleanup --dry-run
  Older than a month: architect cleanup --older-than 30
${EXIT_CODES}`,
  "permissions": `
Usage:   architect permissions [command...]
Version: 0.1.0

Description:

  Show what each command may do at most, and what this program was given.

Options:

  -h, --help          - Show this help.
  --lang      <lang>  - Language of what is shown: en or es.
  --json              - Print one JSON document.

Examples:

  All commands: architect permissions
  One of them:  architect permissions sessions show
  In a script:  architect permissions run --json | jq .granted.net
${EXIT_CODES}`,
  "schema": `
Usage:   architect schema
Version: 0.1.0

Description:

  Print the JSON Schema of what --json and --events print.

Options:

  -h, --help          - Show this help.
  --lang      <lang>  - Language of what is shown: en or es.

Examples:

  All:   architect schema > architect.schema.json
  Names: architect schema | jq '."\$defs" | keys'
${EXIT_CODES}`,
  "completions": `
Usage:   architect completions
Version: 0.1.0

Description:

  Print a script that completes commands, flags and sessions in a shell.

Options:

  -h, --help          - Show this help.
  --lang      <lang>  - Language of what is shown: en or es.

Commands:

  bash  - Print the completion script for bash.
  zsh   - Print the completion script for zsh.
  fish  - Print the completion script for fish.

Examples:

  bash: source <(architect completions bash)
  zsh:  source <(architect completions zsh)
  fish: architect completions fish | source
${EXIT_CODES}`,
  "completions bash": `
Usage:   architect completions bash
Version: 0.1.0

Description:

  Print the completion script for bash.

Options:

  -h, --help          - Show this help.
  --lang      <lang>  - Language of what is shown: en or es.
  -n, --name  <name>  - What the program is called here: architect-sandbox.

Examples:

  In its start-up file: source <(architect completions bash)
${EXIT_CODES}`,
  "completions zsh": `
Usage:   architect completions zsh
Version: 0.1.0

Description:

  Print the completion script for zsh.

Options:

  -h, --help          - Show this help.
  --lang      <lang>  - Language of what is shown: en or es.
  -n, --name  <name>  - What the program is called here: architect-sandbox.

Examples:

  In its start-up file: source <(architect completions zsh)
${EXIT_CODES}`,
  "completions fish": `
Usage:   architect completions fish
Version: 0.1.0

Description:

  Print the completion script for fish.

Options:

  -h, --help          - Show this help.
  --lang      <lang>  - Language of what is shown: en or es.
  -n, --name  <name>  - What the program is called here: architect-sandbox.

Examples:

  In its start-up file: architect completions fish | source
${EXIT_CODES}`,
};
