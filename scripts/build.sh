#!/bin/sh
# Builds dist/architect for this machine.
#
#   sh scripts/build.sh           only when something changed since the last build
#   sh scripts/build.sh --all     the five release targets into dist/release, with their SHA-256 sums
#
# Bundled first: one minified file and a chunk for each lazy import start faster than modules do, and a chunk is
# loaded only after the rights that it must not have are gone.
set -eu
cd "$(dirname "$0")/.."
. scripts/setup.sh

TARGETS="x86_64-unknown-linux-gnu aarch64-unknown-linux-gnu x86_64-apple-darwin aarch64-apple-darwin x86_64-pc-windows-msvc"
# What the program may do at most; each command gives up what it does not need.
RIGHTS="--no-prompt --allow-read=.,.architect --allow-write=.,.architect --allow-env --allow-net --allow-run --allow-sys=hostname"

version=$(sed -n 's/^ *"version": *"\([^"]*\)".*/\1/p' deno.json)

sha256() {
  if command -v sha256sum >/dev/null; then sha256sum "$@"; else shasum -a 256 "$@"; fi
}

# Each run builds in a folder of its own, so that two at a time do not mix.
work="dist/work.$$"
trap 'rm -rf "$work"' EXIT

bundle() {
  # --platform browser: else npm packages pull in a dynamic require of node:process.
  # shellcheck disable=SC2086
  "$BUILD_DENO" bundle --quiet $DENO_MODULES --platform browser --code-splitting --minify \
    --outdir "$work" src/main.ts
}

# compile OUTPUT [FLAG...]: in the bundle's folder, which has no package.json or node_modules to embed, and without
# the project's deno.json; OUTPUT is relative to it. The code cache would be a file with a guessable name in the temp folder.
compile() {
  output=$1
  shift
  # shellcheck disable=SC2086
  (cd "$work" && "$BUILD_DENO" compile --quiet --no-config --no-lock --no-npm --no-remote --no-code-cache \
    $RIGHTS "$@" --output "$output" main.js)
}

if [ "${1:-}" = --all ]; then
  [ "$DEPS" = jsr ] || fail "releases are built from JSR, which does not answer here; offline copies are never published"
  [ "$RUNTIME" = download ] || fail "the runtimes of the release targets cannot be downloaded here"
  unset DENORT_BIN
  bundle
  rm -rf dist/release
  mkdir -p dist/release
  for target in $TARGETS; do
    say "Compiling for $target ..."
    compile "../release/architect-$target" --target "$target"
  done
  (cd dist/release && sha256 architect-* >SHA256SUMS && cat SHA256SUMS)
  exit
fi
[ $# -eq 0 ] || fail "unknown argument $1; usage: sh scripts/build.sh [--all]"

[ -n "$BUILD_DENO" ] || fail "the runtime cannot be downloaded here, and its offline copy is for Linux x64 only"

stamp=$({
  "$BUILD_DENO" --version
  echo "$DEPS $RUNTIME"
  find src -type f | LC_ALL=C sort | while read -r file; do sha256 "$file"; done
  cat deno.json deno.lock scripts/build.sh scripts/offline/*.ts
} | sha256 | cut -d ' ' -f 1)
program=dist/architect
case "$(deno_platform)" in win32-*) program=dist/architect.exe ;; esac
if [ -x "$program" ] && [ "$(cat dist/stamp 2>/dev/null)" = "$stamp" ]; then
  say "$program is up to date"
  exit
fi

say "Building $program ..."
rm -f dist/stamp
bundle
compile "$(basename "$program")"
told=$("$work/$(basename "$program")" --version </dev/null)
case "$told" in
  *"$version"*) ;;
  *) fail "$program --version says \"$told\", and deno.json says $version" ;;
esac
mv "$work/$(basename "$program")" "$program"
echo "$stamp" >dist/stamp
say "Built $program $version"
