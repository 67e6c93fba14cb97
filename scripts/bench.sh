#!/bin/sh
# What speed is promised, as ratios to floors taken in the same run: see scripts/bench.ts.
#
#   sh scripts/bench.sh                 everything, in some minutes
#   sh scripts/bench.sh --quick         smaller counts: for a look
#   sh scripts/bench.sh --only NAME     one or more of: start, sessions, per-file, save, steps, load, cleanup
#   sh scripts/bench.sh --json FILE     the ratios too, as github-action-benchmark reads them
#
# ARCHITECT_BIN names the program that is measured. Default: dist/architect, which is built first.
set -eu
cd "$(dirname "$0")/.."
. scripts/setup.sh
# shellcheck disable=SC2086
exec "$DENO" run --no-check $DENO_MODULES -A scripts/bench.ts "$@"
