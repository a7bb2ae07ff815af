"""Prints the folders that exceed their time in tests/budgets.toml, the slow tests that it does not name, and the
ten slowest tests. Never fails.

    scripts/slow_tests.py [N:]results.xml …

Reads what pytest and vitest write (`--junitxml`, `--reporter junit`). A folder's time is the sum over its
tests, whatever the number of workers. With N, the tests shared a core with N - 1 others: an Nth counts.
"""

import sys
import tomllib
from collections import defaultdict
from pathlib import Path
from statistics import mean
from typing import Any
from xml.etree import ElementTree

BUDGETS = Path(__file__).parents[1] / "tests" / "budgets.toml"
SLOWEST = 10
LONG = 1  # second; the file names tests of a quarter of a second, and machines differ


def main(files: list[str]) -> None:
    times = []
    for file in files:
        number, _, path = file.rpartition(":")
        times += [(seconds / float(number or 1), name) for seconds, name in read(Path(path))]
    budgets = tomllib.loads(BUDGETS.read_text())
    for line in [*over_budget(times, budgets["seconds"]), *unnamed(times, budgets)]:
        print(line)
    print("The slowest tests")
    for seconds, name in sorted(times, reverse=True)[:SLOWEST]:
        print(f"  {seconds:6.1f} s  {name}")


def read(file: Path) -> list[tuple[float, str]]:
    """Seconds and `path::name` of each test. Empty if the part was ended before it wrote the file."""
    if not file.exists():
        return []
    found = []
    for case in ElementTree.parse(file).iter("testcase"):
        place, name = case.get("classname", ""), case.get("name", "")
        # pytest writes a module, vitest a file.
        path = place if "/" in place else f"{place.replace('.', '/')}.py"
        found.append((float(case.get("time", 0)), f"{path}::{name}"))
    return found


def over_budget(times: list[tuple[float, str]], budgets: dict[str, float]) -> list[str]:
    spent: dict[str, float] = defaultdict(float)
    for seconds, name in times:
        spent[folder_of(name)] += seconds
    return [
        f"{folder} took {seconds:.0f} s, its budget is {budgets.get(folder, 0):.0f} s (tests/budgets.toml)"
        for folder, seconds in sorted(spent.items())
        if seconds > budgets.get(folder, 0)
    ]


def unnamed(times: list[tuple[float, str]], budgets: dict[str, Any]) -> list[str]:
    """Slow tests of the server that no entry makes part of the sample."""
    by_name: dict[str, list[float]] = defaultdict(list)
    for seconds, name in times:
        by_name[name.partition("[")[0]].append(seconds)
    found = {
        name: mean(taken)
        for name, taken in by_name.items()
        if name.startswith("tests/")
        and name not in budgets["slow"]
        and folder_of(name) not in budgets["long"]["folders"]
    }
    return [
        f"{name} took {seconds:.1f} s: name it under [slow] (tests/budgets.toml)"
        for name, seconds in sorted(found.items())
        if seconds >= LONG
    ]


def folder_of(name: str) -> str:
    return "/".join(name.partition("::")[0].removesuffix(".py").split("/")[:2])


if __name__ == "__main__":
    main(sys.argv[1:])
