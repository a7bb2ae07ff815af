#!/usr/bin/env bash
# Writes both lock files from pyproject.toml: requirements.lock is what the product needs, and requirements-dev.lock adds
# what development needs, in the same versions. What is locked stays; `scripts/lock.sh --upgrade` takes newer versions.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$PWD/.tools/bin:$PATH" UV_SYSTEM_CERTS=1 UV_NATIVE_TLS=1

compile() {
  uv pip compile --quiet --universal --generate-hashes --python-version 3.11 --no-header --no-annotate \
    pyproject.toml "$@" >/dev/null
}
compile --output-file requirements.lock "$@"
compile --output-file requirements-dev.lock --extra dev --constraint requirements.lock "$@"
