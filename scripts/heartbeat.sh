#!/usr/bin/env bash
# heartbeat.sh <what> <command…>: prints what is done, and again while the command prints nothing for 15 seconds.
# The command writes into a file, not into our output: a server that it leaves behind would keep our output open,
# and its reader waiting.
set -uo pipefail
what=$1
shift
echo "==> $what"
output=$(mktemp)
running=$(mktemp)
trap 'rm -f "$output" "$running"' EXIT
exec 3<"$output" # both who beat and who ends read on from the same place
(
  silent=0 seen=0
  while [ -e "$running" ]; do
    sleep 0.5 >/dev/null 2>&1
    cat <&3
    now=$(stat -c %s "$output" 2>/dev/null || stat -f %z "$output" 2>/dev/null) || exit 0
    [ "$now" = "$seen" ] && silent=$((silent + 1)) || silent=0
    seen=$now
    [ "$silent" -lt 30 ] || { echo "    … $what ($SECONDS s)"; silent=0; }
  done
) &
beat=$!
"$@" >"$output" 2>&1
status=$?
rm -f "$running"
wait "$beat" 2>/dev/null
cat <&3
exit $status
