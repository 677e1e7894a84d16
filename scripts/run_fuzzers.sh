#!/bin/sh
# usage: run_fuzzers.sh BUILD_FOLDER SECONDS
# Runs every libFuzzer program BUILD_FOLDER/tests/fuzz/*_fuzz for SECONDS, starting from the seeds in tests/fuzz/corpus/NAME where there are any.
# What is found new stays in BUILD_FOLDER. Stops at the first finding, whose input libFuzzer leaves in BUILD_FOLDER/findings.
set -eu

build=$1
seconds=$2
found=0
mkdir -p "$build/findings"
for program in "$build"/tests/fuzz/*_fuzz; do
  [ -x "$program" ] || continue
  found=1
  name=$(basename "$program" _fuzz)
  grown=$build/corpus/$name
  seeds=tests/fuzz/corpus/$name
  [ -d "$seeds" ] || seeds=""
  mkdir -p "$grown"
  echo "fuzz $name, $seconds s"
  log=$build/$name.log
  # shellcheck disable=SC2086
  if ! "$program" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -artifact_prefix="$build/findings/$name-" -print_final_stats=1 \
      "$grown" $seeds >"$log" 2>&1; then
    tail -n 60 "$log"
    echo "fuzz $name: a finding, see $build/findings and $log" >&2
    exit 1
  fi
  grep -E 'number_of_executed_units|new_units_added' "$log" || true
done
[ "$found" = 1 ] || { echo "run_fuzzers: no fuzzer in $build/tests/fuzz" >&2; exit 1; }
