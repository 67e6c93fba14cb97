# shellcheck shell=sh disable=SC2016,SC2034
# Finds or gets what every other script needs. Sourced from the project's root: `. scripts/setup.sh`. It sets
#
#   DENO          Deno 2.9 or newer: format, lint, check, test
#   DENO_MODULES  where modules come from, as flags of deno: none (JSR, as deno.json and deno.lock say), or
#                 those of the offline copies
#   BUILD_DENO    the Deno that bundles and compiles; DENORT_BIN is exported when its runtime is an offline copy.
#                 Empty where there is no runtime for this machine
#   DEPS          jsr or offline, and RUNTIME: download or offline
#
# The offline copies are for building and testing in a closed network (npm, but no JSR) only: see
# scripts/offline/offline_deps.ts. `DEPS=jsr` or `DEPS=offline` in the environment overrides what is found out.

DENO_VERSION=2.9.6
# `deno compile` by 2.9 makes programs that the offline copy of the runtime, 2.7.14, cannot start.
OFFLINE_BUILD_VERSION=2.7.14

say() { printf '%s\n' "$*" >&2; }
fail() {
  say "error: $*"
  exit 1
}

# A private certificate authority that npm was told about is one that Deno needs too.
if [ -z "${DENO_TLS_CA_STORE:-}" ] && [ -n "${NODE_EXTRA_CA_CERTS:-}${SSL_CERT_FILE:-}" ]; then
  export DENO_TLS_CA_STORE=system
fi
export DENO_NO_UPDATE_CHECK=1

# The name that npm's packages of Deno have for this machine.
deno_platform() {
  case "$(uname -s)-$(uname -m)" in
    Linux-x86_64) echo linux-x64-glibc ;;
    Linux-aarch64 | Linux-arm64) echo linux-arm64-glibc ;;
    Darwin-x86_64) echo darwin-x64 ;;
    Darwin-arm64) echo darwin-arm64 ;;
    MINGW*-x86_64 | MSYS*-x86_64 | CYGWIN*-x86_64) echo win32-x64 ;;
    *) fail "Deno has no npm package for $(uname -s) on $(uname -m): install Deno $DENO_VERSION (https://deno.com)" ;;
  esac
}

# get_deno VERSION: its path, from .tools or else from npm. The package of one platform is only the program:
# nothing of it runs while it is installed.
get_deno() {
  platform=$(deno_platform) || exit 1
  case "$platform" in win32-*) file=deno.exe ;; *) file=deno ;; esac
  home="$PWD/.tools/deno-$1"
  if [ ! -x "$home/$file" ]; then
    command -v npm >/dev/null || fail "there is no Deno $1 and no npm to get it: install Deno (https://deno.com)"
    say "Getting Deno $1 from npm ..."
    temp="$home.$$"
    mkdir -p "$temp"
    npm pack "@deno/$platform@$1" --silent --pack-destination "$temp" >/dev/null </dev/null ||
      fail "npm cannot get @deno/$platform@$1"
    tar -xzf "$temp"/*.tgz -C "$temp" || fail "@deno/$platform@$1 cannot be unpacked"
    chmod +x "$temp/package/$file"
    # Another script may have been faster: one of two equal folders stays.
    mv "$temp/package" "$home" 2>/dev/null || [ -x "$home/$file" ] || fail "cannot write $home"
    rm -rf "$temp"
  fi
  echo "$home/$file"
}

is_new_enough() {
  "$1" --version 2>/dev/null |
    awk '/^deno / { split($2, v, "."); exit !(v[1] > 2 || (v[1] == 2 && v[2] >= 9)) }'
}

if [ -z "${DENO:-}" ]; then
  DENO=$(command -v deno || true)
  if [ -z "$DENO" ] || ! is_new_enough "$DENO"; then
    DENO=$(get_deno "$DENO_VERSION") || exit 1
  fi
fi

# One probe a run, by Deno itself, so that proxies and certificates are those that its downloads will meet.
if [ -z "${DEPS:-}" ] || [ -z "${RUNTIME:-}" ]; then
  found=$("$DENO" eval --no-config --no-lock '
    const inTime = AbortSignal.timeout(5000);
    // Deno itself knows where JSR is, and what JSR_URL says.
    const hasModules = async () => {
      const { stdout } = await new Deno.Command(Deno.execPath(), {
        args: ["info", "--no-config", "--no-lock", "--reload", "--json", "jsr:@std/path@1.1.6/posix"],
        stderr: "null",
        signal: inTime,
      }).output();
      const { modules = [] } = JSON.parse(new TextDecoder().decode(stdout) || "{}");
      return modules.length > 0 && modules.every(({ error }) => error === undefined);
    };
    const hasRuntime = async () => {
      if (Deno.env.has("DENORT_BIN")) return true;
      const url = `https://dl.deno.land/release/v${Deno.version.deno}/denort-${Deno.build.target}.zip`;
      const response = await fetch(url, { method: "HEAD", signal: inTime });
      await response.body?.cancel();
      return response.ok;
    };
    const no = () => false;
    const [jsr, denort] = await Promise.all([hasModules().catch(no), hasRuntime().catch(no)]);
    console.log(jsr ? "jsr" : "offline", denort ? "download" : "offline");
  ') || fail "$DENO does not run"
  DEPS=${DEPS:-${found% *}}
  RUNTIME=${RUNTIME:-${found#* }}
fi

if [ "$DEPS" = offline ] || [ "$RUNTIME" = offline ]; then
  export DENO_TLS_CA_STORE="${DENO_TLS_CA_STORE:-system}"
  "$DENO" run --no-config --no-lock -A scripts/offline/offline_deps.ts || fail "there are no offline copies"
fi
DENO_MODULES=
if [ "$DEPS" = offline ]; then DENO_MODULES="--no-lock --import-map .deps/import_map.json"; fi
if [ "$RUNTIME" = offline ] && [ "$(deno_platform)" != linux-x64-glibc ]; then
  BUILD_DENO=
elif [ "$RUNTIME" = offline ]; then
  BUILD_DENO=$(get_deno "$OFFLINE_BUILD_VERSION") || exit 1
  export DENORT_BIN="$PWD/.deps/denort"
else
  BUILD_DENO=$DENO
fi

# For the scripts that this one starts: the answers, not the questions.
export DENO DEPS RUNTIME
