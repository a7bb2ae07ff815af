#!/usr/bin/env bash
# Check formats, types, import rules, names and prose, and that generated files are fresh.
set -euo pipefail
cd "$(dirname "$0")/.."

echo "==> Python: format and lint"
.venv/bin/ruff format --check -q src simulators clients examples tests benchmarks
.venv/bin/ruff check -q src simulators clients examples tests benchmarks
echo "==> Python: types"
.venv/bin/mypy
echo "==> Python: import rules"
.venv/bin/lint-imports --no-cache >/tmp/gatehouse-imports.$$ 2>&1 || { cat /tmp/gatehouse-imports.$$; exit 1; }
rm -f /tmp/gatehouse-imports.$$

echo "==> Names and prose"
.venv/bin/python scripts/plain_language.py

echo "==> Generated files"
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
stale() { echo "$1 is stale: run 'make $2' and commit the result" >&2; exit 1; }
.venv/bin/gatehouse openapi "$fresh/openapi.json"
cmp -s "$fresh/openapi.json" src/gatehouse/openapi.json || stale src/gatehouse/openapi.json openapi
.venv/bin/gatehouse manifest "$fresh/manifest.json"
cmp -s "$fresh/manifest.json" src/gatehouse/manifest.json || stale src/gatehouse/manifest.json openapi
.venv/bin/gatehouse settings-reference "$fresh/settings.md"
cmp -s "$fresh/settings.md" docs/reference/settings.md || stale docs/reference/settings.md docs
.venv/bin/gatehouse vendor reference "$fresh/vendor-document.md"
cmp -s "$fresh/vendor-document.md" docs/reference/vendor-document.md || stale docs/reference/vendor-document.md docs
.venv/bin/python scripts/describe_rules.py "$fresh/database.md"
cmp -s "$fresh/database.md" docs/coverage/database.md || stale docs/coverage/database.md docs
(cd web && node_modules/.bin/openapi-typescript ../src/gatehouse/openapi.json -o "$fresh/schema.d.ts" --alphabetize >/dev/null 2>&1)
cmp -s "$fresh/schema.d.ts" web/packages/api/src/schema.d.ts || stale web/packages/api/src/schema.d.ts openapi

echo "==> Web: format, lint, import rules"
(cd web && npm run --silent lint)
echo "==> Web: types"
(cd web && npm run --silent typecheck)
