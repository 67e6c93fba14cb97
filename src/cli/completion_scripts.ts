/**
 * What a shell sources to complete the words of architect. Each asks the program itself, which knows its
 * flags and the sessions of the folder; nothing that it answers is ever evaluated.
 */

import type { Shell } from "../commands/complete.ts";
import { inEnglish, type Translate } from "../language.ts";
import { text } from "../text.ts";

/**
 * Makes the script for a shell.
 *
 * @param shell The shell.
 * @param name What the program is called. It is found on PATH.
 * @param translate Into the language of what the script may say. Default: none.
 * @returns The script.
 */
export function completionScript(
  shell: Shell,
  name: string,
  translate: Translate = inEnglish,
): string {
  const own = `_${name.replace(/[^A-Za-z0-9]/g, "_")}_complete`;
  const needs = translate(
    text("completion needs compinit: {line}", {
      line: "autoload -Uz compinit && compinit",
    }),
  );
  return SCRIPTS[shell].replaceAll("NEEDS", needs).replaceAll("NAME", name)
    .replaceAll("FUNCTION", own);
}

/** For bash 3.2 too, which macOS has: no mapfile, no compopt. */
const BASH = `# Completion of NAME for bash.

FUNCTION() {
  local line=\${COMP_LINE:0:COMP_POINT} current=\${COMP_WORDS[COMP_CWORD]} value shown
  local -a words values lines
  COMPREPLY=()
  # What follows the cursor is left alone.
  while [[ -n $current && $line != *"$current" ]]; do current=\${current%?}; done
  words=("\${COMP_WORDS[@]:1:COMP_CWORD-1}" "$current")
  while IFS=$'\\t' read -r value shown; do
    values+=("$value")
    lines+=("\${shown:-$value}")
  done < <(command NAME completions complete bash --columns "\${COLUMNS:-80}" -- \\
    "\${words[@]}" 2>/dev/null </dev/null)
  if [[ \${values[0]-} == :files ]]; then
    [[ $current == [=:] ]] && current=
    compopt -o filenames 2>/dev/null
    while IFS= read -r value; do COMPREPLY+=("$value"); done < <(compgen -f -- "$current")
  # A list is shown with what each is; what is put into the line is the word alone.
  elif [[ \${#values[@]} -eq 1 || $COMP_TYPE -eq 37 || $COMP_TYPE -eq 42 ]]; then
    COMPREPLY=("\${values[@]}")
  else
    COMPREPLY=("\${lines[@]}")
  fi
}

complete -o nosort -F FUNCTION NAME 2>/dev/null || complete -F FUNCTION NAME
`;

const ZSH = `#compdef NAME
# Completion of NAME for zsh: to be sourced after compinit, or kept as _NAME in a folder of fpath.

FUNCTION() {
  local line
  local -a values shown
  while IFS= read -r line; do
    values+=("\${line%%$'\\t'*}")
    shown+=("\${line#*$'\\t'}")
  done < <(command NAME completions complete zsh --columns "$COLUMNS" -- \\
    "\${(@Q)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null </dev/null)
  if [[ "$values[1]" == :files ]]; then
    [[ "$PREFIX" == --*=* ]] && compset -P '*='
    _files
  elif (( $#values )); then
    compadd -l -V NAME -d shown -a values
  fi
}

if [[ "$funcstack[1]" == _NAME ]]; then
  FUNCTION "$@"
elif (( $+functions[compdef] )); then
  compdef FUNCTION NAME
else
  print -u2 "NAME: NEEDS"
fi
`;

const FISH = `# Completion of NAME for fish.

function FUNCTION
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -e words[1]
    set -l lines (command NAME completions complete fish -- $words "$current" 2>/dev/null </dev/null)
    if test "$lines[1]" = ":files"
        set -l typed (string replace -r -- '^--[a-z-]+=' '' "$current")
        set -l before (string sub -l (math (string length -- "$current") - (string length -- "$typed")) -- "$current")
        for path in (__fish_complete_path "$typed")
            printf '%s%s\\n' "$before" "$path"
        end
    else if set -q lines[1]
        printf '%s\\n' $lines
    end
end

complete -c NAME -f -k -a '(FUNCTION)'
`;

const SCRIPTS: Readonly<Record<Shell, string>> = { bash: BASH, zsh: ZSH, fish: FISH };
