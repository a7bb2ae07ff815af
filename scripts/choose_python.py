"""Chooses the Python for .venv: the fastest interpreter on this machine that can run Gatehouse.

Prints its path, and on standard error what it is. Each candidate runs this file with `--measure` and says
what it is, and how much CPU a short loop takes. A candidate must be 5 % faster than those before it, and
.venv's own interpreter is the first, so that the choice does not change from run to run. UV_PYTHON limits the
candidates to a path, or to the interpreters of a version such as 3.13.

Works with Python 3.8, because the first python3 in PATH may be older than Gatehouse needs.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import sysconfig
import time
from itertools import chain
from pathlib import Path
from typing import Any, Iterable, Iterator  # noqa: UP035  Python 3.8

ROOT = Path(__file__).resolve().parent.parent
NAMES = ("python3.14", "python3.13", "python3.12", "python3.11", "python3")
PLACES = (
    "~/.local/share/uv/python/cpython-*/bin",
    "~/.pyenv/versions/*/bin",
    "/usr/local/bin",
    "/usr/bin",
    "/opt/homebrew/bin",
)
MODULES = ("_ctypes", "_ssl", "zlib")  # missing where a library was not there when it was compiled
MOST_CANDIDATES = 8
GAIN = 0.95
LOOPS = 3


def find_candidates(environment: Path, wanted: str | None = None) -> list[str]:
    """Executables that may be a Python, each file once: of the environment, in PATH, in the usual places."""
    if wanted is None:
        paths = chain([environment / "bin/python"], _list_executables(NAMES))
    elif "/" in wanted:
        paths = iter([Path(wanted)])
    else:
        paths = _list_executables([wanted, f"python{wanted}"])
    found: dict[str, str] = {}
    for path in paths:
        if os.access(path, os.X_OK):
            found.setdefault(os.path.realpath(path), str(path))
    return list(found.values())[:MOST_CANDIDATES]


def _list_executables(names: Iterable[str]) -> Iterator[Path]:
    folders = [Path(folder) for folder in os.get_exec_path()]
    for place in PLACES:
        absolute = Path(place).expanduser()
        folders += sorted(Path(absolute.anchor).glob(str(absolute.relative_to(absolute.anchor))))
    # The newest version first; PATH decides between two of the same version.
    for name in names:
        for folder in folders:
            yield folder / name


def measure_candidates(paths: Iterable[str]) -> list[dict[str, Any]]:
    """What the suitable ones say of themselves, each interpreter once, with the better time of two turns."""
    suitable: dict[str, dict[str, Any]] = {}
    for path in paths:
        measured = measure_candidate(path)
        if measured:
            suitable.setdefault(os.path.realpath(measured["path"]), measured)
    for one in suitable.values():
        again = measure_candidate(one["path"]) or one
        one["milliseconds"] = min(one["milliseconds"], again["milliseconds"])
    return list(suitable.values())


def measure_candidate(path: str) -> dict[str, Any] | None:
    """None if it does not run, as a shim of a version that is not installed, or is not suitable."""
    command = [path, "-I", "-B", __file__, "--measure"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
        measured: dict[str, Any] = json.loads(done.stdout)
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None
    return measured


def choose_fastest(measured: list[dict[str, Any]]) -> dict[str, Any] | None:
    """Headers come before speed: without them Argon2 is not built for the vector units, where it is two to
    three times faster."""
    compiling = [one for one in measured if one["has_headers"]]
    chosen = None
    for one in compiling or measured:
        if chosen is None or one["milliseconds"] < GAIN * chosen["milliseconds"]:
            chosen = one
    return chosen


def describe_self() -> dict[str, Any] | None:
    """What this interpreter is and how fast; None if it cannot run Gatehouse."""
    is_free_threaded = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
    if (
        sys.version_info < (3, 11)
        or platform.python_implementation() != "CPython"
        or is_free_threaded
    ):
        return None
    try:
        for name in MODULES:
            __import__(name)
    except ImportError:
        return None
    sys.path.insert(0, str(ROOT / "src"))
    from gatehouse.kit.interpreter import describe_interpreter, find_base_executable

    return {
        "path": find_base_executable(),
        "description": describe_interpreter(),
        "has_headers": Path(sysconfig.get_path("include"), "Python.h").exists(),
        "milliseconds": min(time_loop() for _ in range(LOOPS)),
    }


class Row:
    """A small object, for the loop."""

    def __init__(self, number: int, text: str) -> None:
        self.number = number
        self.text = text

    def shorten(self) -> str:
        return self.text[: self.number % 7] + "…"


def time_loop() -> float:
    """CPU milliseconds of what a server does most: calls, attributes, dictionaries, texts."""
    began = time.process_time()
    seen: dict[str, int] = {}
    for number in range(8_000):
        row = Row(number, f"user {number % 512}")
        key = row.shorten()
        seen[key] = seen.get(key, 0) + len([part for part in row.text.split() if part])
    return (time.process_time() - began) * 1000


def main(environment: Path) -> int:
    wanted = os.environ.get("UV_PYTHON") or None
    measured = measure_candidates(find_candidates(environment, wanted))
    chosen = choose_fastest(measured)
    if chosen is None:
        if wanted:
            reason = f"UV_PYTHON={wanted} names no CPython 3.11 or later on this machine."
        else:
            reason = "Python 3.11 or later is missing: apt install python3"
        print(reason, file=sys.stderr)
        return 1
    others = [one for one in measured if one is not chosen]
    note = f", {chosen['milliseconds']:.1f} ms a loop" if others else ""
    print(f"    {chosen['description']}{note}", file=sys.stderr)
    for one in others:
        lacking = "" if one["has_headers"] else ", no headers"
        print(
            f"    (not {one['description']}: {one['milliseconds']:.1f} ms{lacking})",
            file=sys.stderr,
        )
    print(chosen["path"])
    return 0


if __name__ == "__main__":
    if "--measure" in sys.argv:
        print(json.dumps(describe_self()))
    else:
        sys.exit(main(ROOT / ".venv"))
