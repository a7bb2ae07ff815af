#!/usr/bin/env bash
# heartbeat.sh <what> <command…>: says what is done, and again while the command says nothing for 15 seconds.
set -uo pipefail
what=$1
shift
echo "==> $what"
output=$(mktemp)
trap 'rm -f "$output"' EXIT
(
  seen=0 silent=0
  while sleep 5 >/dev/null 2>&1; do
    now=$(stat -c %s "$output" 2>/dev/null || stat -f %z "$output") || exit 0
    [ "$now" = "$seen" ] && silent=$((silent + 5)) || silent=0
    seen=$now
    [ "$silent" -lt 15 ] || { echo "    … $what ($SECONDS s)"; silent=0; }
  done
) &
beat=$!
"$@" 2>&1 | tee "$output"
status=$?
kill "$beat" 2>/dev/null
wait "$beat" 2>/dev/null
exit $status
