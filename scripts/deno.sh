#!/bin/sh
# Deno as the gate uses it: the right version, and modules from where this network has them.
#
#   sh scripts/deno.sh test -A tests/session      sh scripts/deno.sh check src      sh scripts/deno.sh run -A FILE
set -eu
cd "$(dirname "$0")/.."
. scripts/setup.sh
[ $# -gt 0 ] || fail "usage: sh scripts/deno.sh run|test|check|bench [ARG...]"
command=$1
shift
# The types of the offline copies pass `deno check` only.
case "$command" in test | bench) set -- --no-check "$@" ;; esac
# shellcheck disable=SC2086
exec "$DENO" "$command" $DENO_MODULES "$@"
