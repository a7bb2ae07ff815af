#!/usr/bin/env bash
# test.sh [--all]: the tests, with the count, the time and the processor's time of each part. A part that fails
# keeps no other from running: one run tells all that is wrong. Without --all, of what takes long the part that the
# commit gives: tests/long.py, tests/sample.py, and of the web's files every third. Other arguments go to pytest.
set -euo pipefail
cd "$(dirname "$0")/.."
some=(--few-long)
commit=$(git rev-parse HEAD 2>/dev/null || echo 0)
# The first digits: the whole number is too large for the shell.
commit=${commit:0:12}
shard=(--shard "$((16#$commit % 3 + 1))/3")
if [ "${1:-}" = --all ]; then
  shift
  some=(--sample all)
  shard=()
fi
scripts/heartbeat.sh "Looking for Chromium" scripts/ensure-chromium.sh
# Told only where the tests do not find it by themselves: what is named is taken for all of them.
found=$(scripts/ensure-chromium.sh)
[ "$found" = "$(command -v chromium || true)" ] || export CHROMIUM="$found"
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
started=$SECONDS

part() { # part <name> <minutes> <command…>: what hangs is ended after the minutes, so that the others are still run
  local name=$1 limit=() began=$SECONDS
  command -v timeout >/dev/null && limit=(timeout --foreground --kill-after=30 "$2m")
  shift 2
  TIMEFORMAT='%U %S'
  { time scripts/heartbeat.sh "$name" ${limit[@]+"${limit[@]}"} "$@" 2>&1 | tee "$results/output" >&3; } 3>&1 2>"$results/processor" ||
    failed="${failed:-} $name"
  local count processor
  count=$(sed 's/\x1b\[[0-9;]*m//g' "$results/output" | grep -oE '([0-9]+) passed' | tail -n 1 | grep -oE '[0-9]+' || echo 0)
  processor=$(awk '{ printf "%d", $1 + $2 }' "$results/processor")
  printf '%-12s %6s tests %5ss %5ss of processor time\n' "$name" "$count" "$((SECONDS - began))" "$processor" >>"$results/summary"
  total=$((${total:-0} + count))
}

# About half of what a process does is to wait for the database: four of them keep two cores busy. Not in the
# browser, where a page draws all the while.
cores=$(getconf _NPROCESSORS_ONLN)
many=$((cores > 4 ? cores : 4))
# Without percents: of the processes that share the tests, pytest counts one.
pytest=(.venv/bin/python -m pytest --dist each -o console_output_style=classic "${some[@]}" "$@")
part Python 35 "${pytest[@]}" tests -n "$many" -m "not browser" --junitxml "$results/python.xml"
part Web 15 npm --prefix web --silent test -- ${shard[@]+"${shard[@]}"} --reporter default --reporter junit --outputFile.junit "$results/web.xml"
# Where they are: to load all the other tests takes each process as long as to run some of these.
part Browser 30 "${pytest[@]}" tests/e2e tests/simulators -n auto -m browser --junitxml "$results/browser.xml"

echo
# Three of the web's tests share two cores: see web/vitest.config.ts.
.venv/bin/python scripts/slow_tests.py "1.5:$results/web.xml" "$((many / cores)):$results/python.xml" "$results/browser.xml"
echo
cat "$results/summary"
printf '%-12s %6s tests %5ss\n' Total "$total" "$((SECONDS - started))"
if [ -n "${failed:-}" ]; then
  echo "$total passed; failed:$failed"
  exit 1
fi
echo "$total passed, 0 failed"
