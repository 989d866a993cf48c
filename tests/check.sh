#!/bin/sh
# All tests, each part with its own log in $B/check; the last line is the sum: `N passed, N failed`.
# From the environment: B, the build folder; SAN, not empty: with sanitizers, so less is counted; PLAIN, not empty: built
# for gcov, without hardening and not to be installed.
set -u
B=${B:-build}
logs=$B/check
rm -rf "$logs"
mkdir -p "$logs"
passed=0
failed=0

# part NAME COMMAND…: its closing line counts; no such line, or a bad exit without a failure, is a failure.
part() {
    name=$1
    shift
    "$@" >"$logs/$name.log" 2>&1
    status=$?
    line=$(grep -E '^[0-9]+ passed, [0-9]+ failed' "$logs/$name.log" | tail -n 1)
    good=$(echo "$line" | sed -n 's/^\([0-9]*\) passed.*/\1/p')
    bad=$(echo "$line" | sed -n 's/.*, \([0-9]*\) failed.*/\1/p')
    good=${good:-0}
    bad=${bad:-1}
    if [ "$status" -ne 0 ] && [ "$bad" -eq 0 ]; then
        bad=1
    fi
    passed=$((passed + good))
    failed=$((failed + bad))
    if [ "$bad" -eq 0 ]; then
        printf '%-10s %6d good\n' "$name" "$good"
    else
        printf '%-10s %6d good, %d bad (exit status %d), %s:\n' "$name" "$good" "$bad" "$status" "$logs/$name.log"
        grep -v -E '^[0-9]+ passed' "$logs/$name.log" | tail -n 40
    fi
}

# The page of `make web`.
live() {
    make --no-print-directory DEPS=no B="$B" build/web/index.html && python3 tests/web/live.py "$B/aise" build/web/index.html
}
page_tools='chromium clang lld wasi-libc libclang-rt-14-dev-wasm32'

listings=
[ -d ../shared/listings ] && listings=$(echo ../shared/listings/*.txt)

limit=5000000
[ -n "${SAN:-}" ] && limit=200000

part unit env CK_DEFAULT_TIMEOUT=60 "$B/unit"
part perft "$B/perft" --limit "$limit" rules/perft/*.perft
part golden python3 tests/golden/run.py "$B/aise"
part cli python3 tests/golden/cli.py "$B/aise"
part codes python3 tests/golden/codes.py "$B/aise"
# With the published schema where `make interop` has fetched it.
schema=build/interop/node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json
[ -f "$schema" ] && command -v node >/dev/null || schema=
part sarif python3 tests/golden/sarif.py "$B/aise" $schema
part verify python3 tests/golden/verify.py "$B/aise"
part show python3 tests/golden/show.py "$B/aise"
part readme python3 tests/golden/readme.py "$B/aise"
part editors python3 tests/golden/editors.py "$B/aise"
part layers python3 tests/layers.py
part roundtrip "$B/roundtrip" --write "$logs/written.pgn" corpus/*/*.txt corpus/*/*.pgn
part pgn python3 tests/golden/check_pgn.py corpus/*/*.pgn "$logs/written.pgn"
part property "$B/property"
part alarms "$B/alarms"
part infer "$B/infer"
tests/property/texts.sh "$logs"
part damage "$B/damage" corpus/*/*.txt corpus/*/*.pgn tests/property/damage/*.txt "$logs"/games.* $listings
part lost "$B/lost" corpus/*/*.txt corpus/*/*.pgn tests/property/damage/*.txt tests/cases/*.in $listings
part dirt python3 tests/cases/run "$B/aise"
part fuzz sh -c 'python3 tests/fuzz/seeds.py "$0/seeds" && exec "$0/replay" tests/fuzz/regress "$0/seeds"' "$B"
part security python3 tests/lint/security.py "$B/aise" ${SAN:+--plain} ${PLAIN:+--plain}
# A sanitizer brings allocators of its own and wants all the address space.
[ -z "${SAN:-}" ] && part faults python3 tests/faults/faults.py "$B/aise" "$B/fault.so"
[ -z "${SAN:-}" ] && part files python3 tests/faults/files.py "$B/aise"
command -v chromium >/dev/null && part web python3 tests/web/show.py "$B/aise"
command -v chromium >/dev/null && part report python3 tests/web/report.py "$B/aise"
if [ -z "${SAN:-}" ]; then
    [ -z "${PLAIN:-}" ] && part install python3 tests/lib/install.py "$B"
    tests/deps.sh missing $page_tools >/dev/null && part live live
fi
[ -x ../shared/cases/run ] && part cases ../shared/cases/run "$B/aise"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
