#!/usr/bin/env bash
# Prints the path of a Chromium for the browser tests; installs one when there is none, and with it its shell, which
# most of them take where it is there.
set -euo pipefail
cd "$(dirname "$0")/.."

for candidate in "${CHROMIUM:-}" chromium chromium-browser google-chrome google-chrome-stable; do
  [ -n "$candidate" ] && command -v "$candidate" 2>/dev/null && exit 0
done
kept=$(find "${PLAYWRIGHT_BROWSERS_PATH:-$HOME/.cache/ms-playwright}" -name chrome -type f 2>/dev/null | head -n 1 || true)
[ -n "$kept" ] && echo "$kept" && exit 0

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo "==> Installing Chromium for the browser tests" >&2
  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium fonts-liberation; } >&2 2>/dev/null
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium-headless-shell >&2 2>/dev/null || true
  command -v chromium && exit 0
fi
echo "==> Downloading Chromium for the browser tests" >&2
.venv/bin/python -m playwright install chromium >&2 || true
find "${PLAYWRIGHT_BROWSERS_PATH:-$HOME/.cache/ms-playwright}" -name chrome -type f 2>/dev/null | head -n 1 | grep . ||
  { echo "No Chromium for the browser tests: apt install chromium, or set CHROMIUM to one" >&2; exit 1; }
