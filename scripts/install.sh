#!/bin/sh
# Puts architect, one executable file, into a folder. From the releases:
#
#   curl -fsSL https://github.com/OWNER/REPO/releases/latest/download/install.sh | sh
#   curl -fsSL ... | sh -s -- --version 0.1.0 --to ~/bin --profile sandbox
#
#   --version X              a release; default: latest
#   --to DIR                 where to; default: ~/.local/bin
#   --profile full|sandbox   architect, or architect-sandbox with fewer rights; default: full
#
# ARCHITECT_RELEASES is where the releases are, such as https://github.com/OWNER/REPO/releases or a mirror with the same
# paths below it. The script that is published with a release knows its own.
#
# Nothing is put in place before its SHA-256 sum is that of the release's SHA256SUMS and it was seen to start. A failure
# at any moment leaves what was there before, whole.

# In braces, so that the shell has read all of it before it does any of it: a script that was cut off does nothing.
{
set -eu

# The workflow that makes a release writes it here.
RELEASES=

usage="usage: install.sh [--version X] [--to DIR] [--profile full|sandbox]"

say() { printf '%s\n' "$*" >&2; }
fail() {
  say "error: $*"
  exit 1
}

work=
child=
# shellcheck disable=SC2317 # called by the traps
clean_up() {
  if [ -n "$child" ]; then kill "$child" 2>/dev/null || :; fi
  if [ -n "$work" ]; then rm -rf "$work"; fi
}
# shellcheck disable=SC2317
stop() {
  trap - EXIT
  clean_up
  exit "$1"
}
trap clean_up EXIT
trap 'stop 129' HUP
trap 'stop 130' INT
trap 'stop 143' TERM

# The release target of this machine.
target() {
  case "$(uname -s)" in
    Linux)
      case "$(ldd --version 2>&1 || :)" in
        *musl*)
          fail "architect needs glibc, and this system has musl (as Alpine has):" \
            "take a system or image with glibc, such as debian:stable-slim"
          ;;
      esac
      system=unknown-linux-gnu
      ;;
    Darwin) system=apple-darwin ;;
    MINGW* | MSYS* | CYGWIN*) system=pc-windows-msvc ;;
    *) fail "there is no architect for $(uname -s): it is built for Linux, macOS and Windows" ;;
  esac
  case "$(uname -m)" in
    x86_64 | amd64) cpu=x86_64 ;;
    aarch64 | arm64) cpu=aarch64 ;;
    *) fail "there is no architect for $(uname -m): it is built for x86_64 and aarch64" ;;
  esac
  # A shell that Rosetta translates says x86_64 on a machine that is not.
  if [ "$system" = apple-darwin ] && [ "$(sysctl -n sysctl.proc_translated 2>/dev/null || :)" = 1 ]; then cpu=aarch64; fi
  # Windows on ARM runs what is built for x86_64.
  if [ "$system" = pc-windows-msvc ]; then cpu=x86_64; fi
  echo "$cpu-$system"
}

# download URL FILE: in the background, as a shell acts on a signal only when what it waits for is not in front.
download() {
  if command -v curl >/dev/null 2>&1; then
    curl -fsSL --proto "$protocols" --proto-redir "$protocols" --connect-timeout 20 --speed-limit 1 --speed-time 60 \
      --retry 2 -o "$2" "$1" &
  else
    wget -q --tries=2 --timeout=60 -O "$2" "$1" &
  fi
  child=$!
  status=0
  wait "$child" || status=$?
  child=
  [ "$status" -eq 0 ] || fail "cannot get $1"
}

# The SHA-256 sum of a file.
sha256() {
  if command -v sha256sum >/dev/null 2>&1; then
    sha256sum <"$1"
  elif command -v shasum >/dev/null 2>&1; then
    shasum -a 256 <"$1"
  else
    openssl dgst -sha256 -r <"$1"
  fi | cut -d ' ' -f 1
}

# What SHA256SUMS has for a name.
told_sum() {
  found=
  while read -r sum name || [ -n "$sum" ]; do
    if [ "${name#\*}" = "$1" ]; then found="$found $sum"; fi
  done <"$work/SHA256SUMS"
  # Two sums for one file are none.
  case "${found# }" in '' | *' '*) fail "SHA256SUMS of this release has no sum for $1" ;; esac
  echo "${found# }"
}

version=latest
to=
profile=full
while [ $# -gt 0 ]; do
  case "$1" in
    --version | --to | --profile)
      [ -n "${2:-}" ] || fail "$1 needs a value; $usage"
      case "$1" in
        --version) version=${2#v} ;;
        --to) to=$2 ;;
        --profile) profile=$2 ;;
      esac
      shift
      ;;
    *) fail "unknown argument $1; $usage" ;;
  esac
  shift
done
case "$version" in '' | *[!0-9A-Za-z.+-]*) fail "$version is no version; $usage" ;; esac
case "$profile" in
  full) name=architect ;;
  sandbox) name=architect-sandbox ;;
  *) fail "unknown profile $profile; $usage" ;;
esac
if [ -z "$to" ]; then
  [ -n "${HOME:-}" ] || fail "HOME is not set: say where to with --to DIR"
  to=$HOME/.local/bin
fi

releases=${ARCHITECT_RELEASES:-$RELEASES}
releases=${releases%/}
case "$releases" in
  https://*) protocols='=https' ;;
  # A sum that comes the same open way as its file protects nothing; this machine is another matter.
  http://127.0.0.1:* | http://localhost:*) protocols='=http' ;;
  '') fail "set ARCHITECT_RELEASES to where the releases are, such as https://github.com/OWNER/REPO/releases" ;;
  *) fail "ARCHITECT_RELEASES must begin with https://, and is $releases" ;;
esac
if [ "$version" = latest ]; then from=$releases/latest/download; else from=$releases/download/v$version; fi

# BusyBox has a wget that does not look at certificates.
command -v curl >/dev/null 2>&1 || case "$(wget --version 2>/dev/null || :)" in
  *GNU*) ;;
  *) fail "curl or GNU wget is needed" ;;
esac
command -v sha256sum >/dev/null 2>&1 || command -v shasum >/dev/null 2>&1 || command -v openssl >/dev/null 2>&1 ||
  fail "sha256sum, shasum or openssl is needed"

target=$(target) || exit 1
case "$target" in *windows*) suffix=.exe ;; *) suffix= ;; esac
asset=$name-$target$suffix
file=$name$suffix

# No program takes it for a flag; below, it becomes an absolute path.
case "$to" in -*) to=./$to ;; esac
mkdir -p "$to" || fail "cannot make the folder $to"
to=$(CDPATH='' cd "$to" && pwd) || fail "cannot enter the folder $to"
[ ! -d "$to/$file" ] || fail "$to/$file is a folder"

# Inside the folder, so that the last move is one step of the file system. What a killed install left goes after a day,
# when surely nobody works on it.
work=$(mktemp -d "$to/.architect-install.XXXXXX") || fail "cannot write to the folder $to"
(cd "$to" && find . ! -name . -prune -name '.architect-install.*' -mtime +0 -exec rm -rf {} +) || :

download "$from/SHA256SUMS" "$work/SHA256SUMS"
wanted=$(told_sum "$asset") || exit 1
say "Getting $from/$asset ..."
download "$from/$asset" "$work/$file"
got=$(sha256 "$work/$file")
[ "$got" = "$wanted" ] || fail "$asset is not what SHA256SUMS says: its sum is $got, and should be $wanted"

chmod 755 "$work/$file"
# With stdin of its own: this script may be what comes from stdin.
told=$("$work/$file" --version </dev/null 2>&1) || fail "$asset is as published, but does not start here: $told"
case "$version" in
  latest) ;;
  *) case "$told" in *"$version"*) ;; *) fail "version $version was asked for, and $asset says $told" ;; esac ;;
esac
mv -f "$work/$file" "$to/$file" || fail "cannot write $to/$file"

echo "Installed $told: $to/$file"
case ":${PATH:-}:" in
  *":$to:"*)
    first=$(command -v "$name" || :)
    case "$first" in
      "$to/$name" | "$to/$file") ;;
      *) say "Another one is found first on PATH: $first" ;;
    esac
    ;;
  *)
    quoted=$(printf '%s\n' "$to" | sed "s/'/'\\\\''/g")
    say "$to is not on PATH. For this shell, and in its start-up file for those to come:"
    case "${SHELL:-}" in
      */fish) say "  fish_add_path '$quoted'" ;;
      *) say "  export PATH='$quoted':\"\$PATH\"" ;;
    esac
    ;;
esac
exit
}
