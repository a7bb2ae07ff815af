"""What is known about a test before it runs: its folder, its shared fixtures, its expected duration."""

import tomllib
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

BUDGETS = Path(__file__).with_name("budgets.toml")
USUAL = 0.2  # seconds for a test, where no budget tells


def budgets() -> dict[str, Any]:
    return tomllib.loads(BUDGETS.read_text())


def estimate_seconds(items: list[pytest.Item]) -> dict[pytest.Item, float]:
    """The seconds budgeted for the test, or an equal share of what its folder has left."""
    known = budgets()
    slow: dict[str, float] = known["slow"]
    found: dict[pytest.Item, float] = {}
    by_folder: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        by_folder[folder_of(item)].append(item)
    for folder, inside in by_folder.items():
        named = {item: slow[name] for item in inside if (name := name_of(item)) in slow}
        left, others = (
            known["seconds"].get(folder, 0) - sum(named.values()),
            len(inside) - len(named),
        )
        mean = left / others if others and left > 0 else USUAL
        found |= {item: named.get(item, mean) for item in inside}
    return found


def name_of(item: pytest.Item) -> str:
    """Without the parameters."""
    return item.nodeid.partition("[")[0]


def folder_of(item: pytest.Item) -> str:
    return "/".join(file_of(item).removesuffix(".py").split("/")[:2])


def file_of(item: pytest.Item) -> str:
    return item.nodeid.partition("::")[0]


def shared_fixtures(part: list[pytest.Item]) -> set[str]:
    """Module-scoped fixtures. Browser tests do not count: they take longer than their fixtures."""
    return {
        name
        for item in part
        if isinstance(item, pytest.Function) and not item.get_closest_marker("browser")
        for name, made in item._fixtureinfo.name2fixturedefs.items()
        if made[-1].scope == "module"
    }
