#!/usr/bin/env bash
# test.sh [--all]: run the tests, and print the count, the time and the processor time of each part. A part that
# fails does not keep the others from running, so that one run reports every failure. Without --all, the hash of the
# commit chooses a sample of the slow tests (tests/deselection.py), of requests and page visits (tests/sample.py), and
# a quarter of the web's test files. Other arguments go to pytest.
set -euo pipefail
cd "$(dirname "$0")/.."
some=(--few-long)
python_minutes=30
browser_minutes=20
commit=$(git rev-parse HEAD 2>/dev/null || echo 0)
# The whole hash, which is too large a number for the shell.
shard=(--shard "$(.venv/bin/python -c "print(int('$commit', 16) % 4 + 1)")/4")
if [ "${1:-}" = --all ]; then
  shift
  some=(--sample all)
  shard=()
  python_minutes=45
  browser_minutes=30
fi
scripts/heartbeat.sh "Looking for Chromium" scripts/ensure-chromium.sh
# Only where the tests do not find it by themselves: they use what this names for everything.
found=$(scripts/ensure-chromium.sh)
[ "$found" = "$(command -v chromium || true)" ] || export CHROMIUM="$found"
# Inherited by every process of the tests, which are found by it when a part has ended.
export TEST_RUN=$$-$RANDOM
end_leftovers() { .venv/bin/python tests/leftovers.py TEST_RUN "$TEST_RUN"; }
results=$(mktemp -d)
trap 'rm -rf "$results"; end_leftovers' EXIT
started=$SECONDS

# part <name> <minutes> <command…>: pytest ends by itself before these minutes, names its failures and stops what it
# started (tests/time_limit.py). After the minutes, the command is ended so that the other parts still run.
part() {
  local name=$1 limit=() began=$SECONDS
  command -v timeout >/dev/null && limit=(timeout --foreground --kill-after=30 "$2m")
  shift 2
  TIMEFORMAT='%U %S'
  { time scripts/heartbeat.sh "$name" ${limit[@]+"${limit[@]}"} "$@" 2>&1 | tee "$results/output" >&3; } 3>&1 2>"$results/processor" ||
    failed="${failed:-} $name"
  end_leftovers
  local count processor
  count=$(sed 's/\x1b\[[0-9;]*m//g' "$results/output" | grep -oE '([0-9]+) passed' | tail -n 1 | grep -oE '[0-9]+' || echo 0)
  processor=$(awk '{ printf "%d", $1 + $2 }' "$results/processor")
  printf '%-12s %6s tests %5ss %5ss of processor time\n' "$name" "$count" "$((SECONDS - began))" "$processor" >>"$results/summary"
  total=$((${total:-0} + count))
}

# A test process waits for the database half of the time: four of them keep two cores busy. Not in the browser, where
# a page draws all the time.
cores=$(getconf _NPROCESSORS_ONLN)
many=$((cores > 4 ? cores : 4))
# Without percentages: pytest counts the tests of one worker only.
pytest=(.venv/bin/python -m pytest --dist each -o console_output_style=classic "${some[@]}" "$@")
part Python $((python_minutes + 7)) "${pytest[@]}" --time-limit "$python_minutes" tests -n "$many" -m "not browser" --junitxml "$results/python.xml"
part Web 15 npm --prefix web --silent test -- ${shard[@]+"${shard[@]}"} --reporter default --reporter junit --outputFile.junit "$results/web.xml"
part "React 18" 5 npm --prefix web --silent run test:react-18
# In the folders that have browser tests: each worker takes long to load all the others.
part Browser $((browser_minutes + 5)) "${pytest[@]}" --time-limit "$browser_minutes" tests/e2e tests/simulators -n auto -m browser --junitxml "$results/browser.xml"

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
