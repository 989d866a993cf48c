#!/bin/sh
# deps.sh missing PACKAGE…   names the Debian packages that seem to be absent; exit 1 if any
# deps.sh need PACKAGES ALL  installs ALL when one of PACKAGES is absent; DEPS=no forbids it
# deps.sh install PACKAGE…   installs what is absent, as root or with sudo
set -u

# Is what the package brings here, wherever it came from?
present() {
    case $1 in
    check) pkg-config --exists check ;;
    libarchive-dev) pkg-config --exists libarchive ;;
    libxml2-dev) pkg-config --exists libxml-2.0 ;;
    libsqlite3-dev) pkg-config --exists sqlite3 ;;
    libjansson-dev) pkg-config --exists jansson ;;
    libclang-rt-14-dev) ls /usr/lib/llvm-*/lib/clang/*/lib/linux/libclang_rt.asan-*.a >/dev/null 2>&1 ;;
    libclang-rt-14-dev-wasm32) ls /usr/lib/llvm-*/lib/clang/*/lib/wasi/libclang_rt.builtins-wasm32.a >/dev/null 2>&1 ;;
    wasi-libc) [ -e /usr/include/wasm32-wasi/stdlib.h ] ;;
    debhelper) command -v dh >/dev/null ;;
    dpkg-dev) command -v dpkg-buildpackage >/dev/null ;;
    lld) command -v wasm-ld >/dev/null ;;
    llvm) command -v llvm-profdata >/dev/null ;;
    xvfb) command -v Xvfb >/dev/null ;;
    nodejs) command -v node >/dev/null ;;
    *) command -v "$1" >/dev/null ;;
    esac 2>/dev/null
}

missing() {
    for package in "$@"; do
        present "$package" || printf ' %s' "$package"
    done
}

install() {
    absent=$(missing "$@")
    [ -z "$absent" ] && return 0
    as=
    if [ "$(id -u)" != 0 ]; then
        as=sudo
        [ -t 0 ] || as='sudo -n'
    fi
    if ! command -v apt-get >/dev/null || { [ -n "$as" ] && ! command -v sudo >/dev/null; }; then
        echo "aise: missing:$absent (Debian's names; apt-get as root, or sudo, would install them)" >&2
        return 2
    fi
    $as apt-get update -qq && $as env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $absent >&2 ||
        { echo "aise: missing:$absent (apt-get could not install them)" >&2; return 2; }
}

what=$1
shift
case $what in
missing)
    absent=$(missing "$@")
    echo $absent
    [ -z "$absent" ] ;;
install) install "$@" ;;
need)
    absent=$(missing $1)
    if [ -z "$absent" ]; then
        exit 0
    elif [ "${DEPS:-yes}" = no ]; then
        echo "aise: missing:$absent (DEPS=no forbids installing them)" >&2
        exit 2
    fi
    install $2 ;;
esac
