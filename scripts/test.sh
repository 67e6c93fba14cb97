#!/bin/sh
# The one gate, for a person and for CI: format, lint, types, the direction of imports, all tests, the examples in
# the docs, the build, and the tests that drive the built program. The last line says how many tests passed.
#
#   sh scripts/test.sh              everything
#   sh scripts/test.sh --rounds N   more rounds of the crash and fuzz tests
set -eu
cd "$(dirname "$0")/.."

usage() {
  echo "usage: sh scripts/test.sh [--rounds N]" >&2
  exit 1
}
while [ $# -gt 0 ]; do
  case "$1" in
    --rounds)
      case "${2:-}" in '' | 0* | *[!0-9]*) usage ;; esac
      export ARCHITECT_TEST_ROUNDS="$2"
      shift 2
      ;;
    *) usage ;;
  esac
done

. scripts/setup.sh
export DENO_MODULES
"$DENO" run --no-config --no-lock -A scripts/gate.ts
