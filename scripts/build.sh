#!/bin/sh
# Builds architect for this machine.
#
#   sh scripts/build.sh                     dist/architect, only when something changed since the last build
#   sh scripts/build.sh --profile sandbox   dist/architect-sandbox, the same program compiled with fewer rights
#   sh scripts/build.sh --all               both for the five release targets into dist/release, with their SHA-256 sums
#   sh scripts/build.sh [--profile sandbox] --main FILE --output FILE
#                                           another program with the rights of a build, to try what they permit
#
# Bundled first: one minified file and a chunk for each lazy import start faster than modules do, and a chunk is
# loaded only after the rights that it must not have are gone.
set -eu
cd "$(dirname "$0")/.."
. scripts/setup.sh

TARGETS="x86_64-unknown-linux-gnu aarch64-unknown-linux-gnu x86_64-apple-darwin aarch64-apple-darwin x86_64-pc-windows-msvc"

usage="usage: sh scripts/build.sh [--profile full|sandbox] [--main FILE --output FILE], or --all"
profile=full
all=
main=src/main.ts
output=
while [ $# -gt 0 ]; do
  case "$1" in
    --all) all=yes ;;
    --profile | --main | --output)
      [ -n "${2:-}" ] || fail "$1 needs a value; $usage"
      case "$1" in
        --profile) profile=$2 ;;
        --main) main=$2 ;;
        --output) output=$2 ;;
      esac
      shift
      ;;
    *) fail "unknown argument $1; $usage" ;;
  esac
  shift
done
case "$profile" in full | sandbox) ;; *) fail "unknown profile $profile; $usage" ;; esac
if [ "$main" = src/main.ts ]; then other=; else other=yes; fi
[ "${other:+set}" = "${output:+set}" ] || fail "--main and --output go together; $usage"

# What a program of this profile may do at most; each command gives up what it does not need.
rights() {
  echo --no-prompt
  if [ "$1" = sandbox ]; then
    "$DENO" run --no-config --no-lock --no-prompt scripts/sandbox_rights.ts
  else
    printf '%s\n' --allow-read=.,.architect --allow-write=.,.architect --allow-env --allow-net --allow-run \
      --allow-sys=hostname
  fi
}

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
    --outdir "$work" "$main"
}

# How the engine runs: for a program that is soon over, or waits for others. Young objects take little room, no code is
# optimized to the last, and none on a thread of its own, which has a heap of its own: a listing of 10,000 sessions takes
# 20 MiB less and no longer; a search through 43 MB of text takes a quarter to a third longer.
ENGINE="--max-semi-space-size=1,--no-opt,--no-concurrent-recompilation"

# compile PROFILE OUTPUT [FLAG...]: in the bundle's folder, which has no package.json or node_modules to embed, and
# without the project's deno.json; OUTPUT is relative to it. The code cache would be a file with a guessable name in the
# temp folder.
compile() {
  rights=$(rights "$1") || fail "the rights of the profile $1 are not known"
  compiled=$2
  shift 2
  # The rights are words without spaces; their * is not for the shell.
  # shellcheck disable=SC2086
  (
    cd "$work"
    set -f
    "$BUILD_DENO" compile --quiet --no-config --no-lock --no-npm --no-remote --no-code-cache \
      --v8-flags="$ENGINE" $rights "$@" --output "$compiled" "$(basename "$main" .ts).js"
  )
}

if [ -n "$all" ]; then
  [ "$DEPS" = jsr ] || fail "releases are built from JSR, which does not answer here; offline copies are never published"
  [ "$RUNTIME" = download ] || fail "the runtimes of the release targets cannot be downloaded here"
  unset DENORT_BIN
  bundle
  rm -rf dist/release
  mkdir -p dist/release
  for target in $TARGETS; do
    say "Compiling for $target ..."
    compile full "../release/architect-$target" --target "$target"
    compile sandbox "../release/architect-sandbox-$target" --target "$target"
  done
  (cd dist/release && sha256 architect-* >SHA256SUMS && cat SHA256SUMS)
  exit
fi
[ -n "$BUILD_DENO" ] || fail "the runtime cannot be downloaded here, and its offline copy is for Linux x64 only"

case "$(deno_platform)" in win32-*) suffix=.exe ;; *) suffix= ;; esac
if [ -n "$other" ]; then
  bundle
  compile "$profile" "program$suffix"
  mv "$work/program$suffix" "$output"
  exit
fi

stamp=$({
  "$BUILD_DENO" --version
  echo "$DEPS $RUNTIME"
  find src -type f | LC_ALL=C sort | while read -r file; do sha256 "$file"; done
  cat deno.json deno.lock scripts/build.sh scripts/sandbox_rights.ts scripts/offline/*.ts
} | sha256 | cut -d ' ' -f 1)
case "$profile" in full) name=architect ;; sandbox) name=architect-sandbox ;; esac
program=dist/$name$suffix
if [ -x "$program" ] && [ "$(cat "dist/$name.stamp" 2>/dev/null)" = "$stamp" ]; then
  say "$program is up to date"
  exit
fi

say "Building $program ..."
rm -f "dist/$name.stamp"
bundle
compile "$profile" "$name$suffix"
told=$("$work/$name$suffix" --version </dev/null)
case "$told" in
  *"$version"*) ;;
  *) fail "$program --version says \"$told\", and deno.json says $version" ;;
esac
mv "$work/$name$suffix" "$program"
echo "$stamp" >"dist/$name.stamp"
say "Built $program $version"
