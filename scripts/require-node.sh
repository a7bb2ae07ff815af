#!/usr/bin/env bash
# Says what is missing for the web apps, before anything is installed.
set -euo pipefail

where="https://nodejs.org/en/download"
command -v node >/dev/null || { echo "Node 20.19 or later is missing: $where" >&2; exit 1; }
command -v npm >/dev/null || { echo "npm is missing: apt install npm, or $where" >&2; exit 1; }
node -e 'const [major, minor] = process.versions.node.split(".").map(Number)
process.exit(major > 20 || (major === 20 && minor >= 19) ? 0 : 1)' ||
  { echo "Node $(node --version) is too old, 20.19 or later is needed: $where" >&2; exit 1; }
