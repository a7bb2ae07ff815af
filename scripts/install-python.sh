#!/usr/bin/env bash
# Creates .venv from the lock file: exact versions, hashes checked.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$PWD/.tools/bin:$PATH"
# The machine's own certificates: many companies have a proxy whose certificate only they know.
export UV_PYTHON_DOWNLOADS=never UV_LINK_MODE=copy UV_SYSTEM_CERTS=1 UV_NATIVE_TLS=1

# Any Python 3 can look for the one to take. A shim of a version that is not installed does not run.
finder=""
for candidate in python3 python3.14 python3.13 python3.12 python3.11 /usr/bin/python3; do
  if "$candidate" -c '' 2>/dev/null; then
    finder=$candidate
    break
  fi
done
[ -n "$finder" ] || { echo "Python 3.11 or later is missing: apt install python3" >&2; exit 1; }
python=$("$finder" scripts/choose_python.py)

fetch_uv() { # with the pip of this Python
  if "$1" -m pip --version >/dev/null 2>&1; then
    "$1" -m pip install --quiet --disable-pip-version-check --target .tools uv 2>/dev/null
  elif "$1" -m venv .tools/venv >/dev/null 2>&1; then
    .tools/venv/bin/pip install --quiet --disable-pip-version-check uv &&
      mkdir -p .tools/bin && ln -sf ../venv/bin/uv .tools/bin/uv
  else
    return 1
  fi
}
if ! command -v uv >/dev/null; then
  echo "    fetching uv, the package installer"
  if ! fetch_uv "$python" && ! fetch_uv "$finder"; then
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
      { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq python3-pip; } >/dev/null
      /usr/bin/python3 -m pip install --quiet --disable-pip-version-check --target .tools uv
    else
      echo "uv cannot be fetched without pip: apt install python3-pip" >&2
      exit 1
    fi
  fi
fi

# Another interpreter than before needs another environment.
base='import os, sys; print(os.path.realpath(sys._base_executable))'
if [ "$(.venv/bin/python -c "$base" 2>/dev/null)" != "$("$python" -c "$base")" ]; then
  rm -rf .venv
  uv venv --quiet --python "$python" .venv
fi
uv pip sync --quiet --require-hashes --python .venv/bin/python requirements-dev.lock
uv pip install --quiet --no-deps --python .venv/bin/python --editable . --editable simulators
# The first start need not compile what every start loads: that takes longer than the start itself.
.venv/bin/python -m compileall -q -j 0 .venv/lib/python*/site-packages src simulators/src >/dev/null || true

# Password hashing on this processor's vector units is two to three times faster. The variants lie
# beside the generic build; the program picks one that the processor has, so moving .venv is safe.
[ "$(uname -sm)" = "Linux x86_64" ] || exit 0
packages=$(.venv/bin/python -c 'import sysconfig; print(sysconfig.get_paths()["purelib"])')
pinned=$(grep -oE '^argon2-cffi-bindings==[^ ]+' requirements-dev.lock)
version=${pinned#*==}
for level in x86-64-v3 x86-64-v4; do
  folder="$packages/_argon2_${version}_$level"
  [ -d "$folder" ] && continue
  # Without --no-cache an earlier generic build would be taken: flags are not part of its name.
  CFLAGS="-O3 -march=$level" ARGON2_CFFI_USE_SSE2=1 uv pip install --quiet --no-cache --no-deps \
    --no-binary argon2-cffi-bindings --constraint requirements-dev.lock --require-hashes \
    --python .venv/bin/python --target "$folder" "$pinned" 2>/dev/null ||
    { rm -rf "$folder"; echo "    (no compiler or Python headers: password hashing stays at generic speed)"; break; }
done
