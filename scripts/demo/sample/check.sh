#!/bin/sh
# Runs every check and says how many passed.
cd "$(dirname "$0")" || exit 1
passed=0
failed=0

# check NAME EXPECTED COMMAND...: the command prints what the file EXPECTED holds.
check() {
  name=$1
  expected=$2
  shift 2
  if "$@" 2>&1 | diff "$expected" -; then
    passed=$((passed + 1))
    echo "ok    $name"
  else
    failed=$((failed + 1))
    echo "FAIL  $name (< expected, > got)"
  fi
}

check "plain amounts" expected/plain.txt sh expenses.sh data/plain.csv
check "currencies and refunds" expected/spring.txt sh expenses.sh data/spring.csv

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
