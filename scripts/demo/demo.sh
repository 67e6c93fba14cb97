#!/bin/sh
# The main job of architect, shown in a fresh folder: a task that its budget stops half-way, listed, resumed to
# success, shown, cleaned up. The answers come from a cassette, so there is no key and no network; the tools and the
# checks really run. Every line after a $ can be typed, and is what this script runs.
#
#   sh scripts/demo/demo.sh [PROGRAM]      default: dist/architect
set -eu
here=$(cd "$(dirname "$0")" && pwd)
program=${1:-$here/../../dist/architect}
[ -x "$program" ] || {
  echo "error: there is no $program: build it with sh scripts/build.sh" >&2
  exit 1
}
bin=$(cd "$(dirname "$program")" && pwd)
workspace=
trap 'cd / && rm -rf "$workspace"' EXIT

say() { printf '\n# %s\n' "$*"; }

# shown CODE COMMAND: prints the command, runs it, and expects this exit code.
shown() {
  printf '$ %s\n' "$2"
  code=0
  eval "$2" </dev/null || code=$?
  [ "$code" -eq 0 ] || echo "(exit code $code)"
  [ "$code" -eq "$1" ] || {
    echo "error: exit code $1 was expected" >&2
    exit 1
  }
}

say "A small project, with a bug and a cassette of recorded answers"
# shellcheck disable=SC2016
shown 0 'cd "$(mktemp -d)"'
workspace=$PWD
shown 0 "cp -R '$here/sample/.' . && cp '$here/expenses.jsonl' answers.jsonl"
shown 0 "PATH='$bin':\$PATH"
shown 1 "sh check.sh"

say "The task: its budget is spent half-way, which is exit code 2"
task="sh check.sh shows that the totals are wrong. Find out why and fix it. Then add --by month, with a check."
shown 2 "architect run '$task' --model replay:answers.jsonl --mode yolo --allow-commands --budget 0.05"

say "The session is kept"
shown 0 "architect sessions"

say "Resumed with more budget, it goes on where it stopped (a resume gets no rights that it is not given again)"
shown 0 "architect resume last --budget 0.50 --mode yolo --allow-commands"
shown 0 "sh check.sh"
shown 0 "sh expenses.sh --by month data/spring.csv"

say "What it did, and what it cost"
shown 0 "architect sessions show last"

say "Sessions are removed only when you ask for it"
shown 0 "architect cleanup --older-than 0"
shown 0 "architect sessions"
