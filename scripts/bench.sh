#!/bin/sh
# What speed is promised, as ratios within one run: see scripts/bench.ts.
set -eu
cd "$(dirname "$0")/.."
. scripts/setup.sh
sh scripts/build.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
: >"$work/empty.ts"
(cd "$work" && "$BUILD_DENO" compile --quiet --no-config --no-lock --no-code-cache --output empty empty.ts)
# shellcheck disable=SC2086
"$DENO" run --no-check $DENO_MODULES -A scripts/bench.ts dist/architect "$work/empty"
