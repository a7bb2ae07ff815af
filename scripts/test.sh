#!/usr/bin/env bash
# Every test, with the count and the time of each part.
set -euo pipefail
cd "$(dirname "$0")/.."
CHROMIUM=$(scripts/ensure-chromium.sh)
export CHROMIUM
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
started=$SECONDS

part() { # part <name> <command…>
  local name=$1 began=$SECONDS
  shift
  echo "==> $name"
  "$@" 2>&1 | tee "$results/output"
  local count
  count=$(sed 's/\x1b\[[0-9;]*m//g' "$results/output" | grep -oE '([0-9]+) passed' | tail -n 1 | grep -oE '[0-9]+' || echo 0)
  printf '%-12s %6s tests %5ss\n' "$name" "$count" "$((SECONDS - began))" >>"$results/summary"
  total=$((${total:-0} + count))
}

part Python .venv/bin/python -m pytest tests -n auto -m "not browser"
part Web npm --prefix web --silent test
part Browser .venv/bin/python -m pytest tests -m browser

echo
cat "$results/summary"
printf '%-12s %6s tests %5ss\n' Total "$total" "$((SECONDS - started))"
echo "$total passed, 0 failed"
