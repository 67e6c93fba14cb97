#!/bin/sh
# From a fresh machine to a run of architect: gets Deno if it is missing, builds dist/architect and shows its main job.
# Needs npm or Deno 2.9 or newer; no key.
#
#   sh scripts/quickstart.sh
set -eu
cd "$(dirname "$0")/.."
sh scripts/build.sh
sh scripts/demo/demo.sh
echo
echo "Next: dist/architect --help"
