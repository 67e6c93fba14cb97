#!/bin/sh
# Totals of a file of expenses, one line a category, the largest total first.
set -eu

usage() {
  echo "usage: sh expenses.sh FILE" >&2
  exit 2
}

[ $# -eq 1 ] || usage
LC_ALL=C
export LC_ALL
awk -F , -f lib/totals.awk "$1" | sort -t "$(printf '\t')" -k 2,2nr -k 1,1
