#!/bin/sh
# run.sh BUILD SECONDS TARGET…: each libFuzzer program from a fresh corpus; what it finds goes to BUILD/found/.
# Ends with `N passed, N failed`: targets without a finding and with one.
set -u
build=$1
seconds=$2
shift 2
here=$(dirname "$0")
passed=0
failed=0
rm -rf "$build/seeds" "$build/corpus"
mkdir -p "$build/found"
python3 "$here/seeds.py" "$build/seeds" || exit 2
export ASAN_OPTIONS="${ASAN_OPTIONS:-detect_stack_use_after_return=1:allocator_may_return_null=1}"
for target in "$@"; do
    mkdir -p "$build/corpus/$target"
    stored=
    [ -d "$here/regress/$target" ] && stored=$here/regress/$target
    log=$build/found/$target.log
    "$build/fuzz-$target" -max_total_time="$seconds" -timeout=25 -rss_limit_mb=2048 -max_len=8192 -dict="$here/tokens.dict" \
        -use_value_profile=1 -print_final_stats=1 -artifact_prefix="$build/found/$target-" \
        "$build/corpus/$target" "$build/seeds/$target" $stored >"$log" 2>&1
    status=$?
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    cover=$(grep -o 'cov: [0-9]* ft: [0-9]* corp: [^ ]*' "$log" | tail -n 1)
    if [ "$status" -eq 0 ]; then
        passed=$((passed + 1))
        echo "$target: ${runs:-0} executions, ${cover:-no coverage}"
    else
        failed=$((failed + 1))
        echo "$target: FAILED after ${runs:-?} executions, ${cover:-no coverage}; $log"
        grep -E 'ERROR|SUMMARY|broken promise|Test unit written' "$log" | head -n 5
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
