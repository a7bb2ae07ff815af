"""With `--dist each` the processes share the tests like cards: the same ones meet in a database in every run,
so one that minds what another left behind fails here as it fails elsewhere.

A file whose tests share a server or a large database stays whole: else each process would make one.
"""

import tomllib
from collections import defaultdict
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

BUDGETS = Path(__file__).with_name("budgets.toml")
USUAL = 0.2  # seconds for a test, where no budget tells
SETTING_UP = 5  # seconds for what a file makes for its tests


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Said to each test process, whose own `dist` is always "no"."""
    node.workerinput["shares"] = node.config.getoption("dist") == "each"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    worker = getattr(config, "workerinput", {})
    if worker.get("shares"):
        items[:] = dealt(items, worker["workercount"])[int(worker["workerid"][2:])]


def dealt(items: list[pytest.Item], count: int) -> list[list[pytest.Item]]:
    """To each process about as much, as the budgets tell; what stays together and what takes long first."""
    seconds = expected(items)
    files = [list(part) for _, part in groupby(items, file_of)]
    shared = [part for part in files if shared_by(part)]
    whole = {item for part in shared for item in part}
    parts = [*shared, *([item] for item in items if item not in whole)]
    loads = {
        part[0]: sum(seconds[item] for item in part) + SETTING_UP * len(shared_by(part))
        for part in parts
    }
    parts.sort(key=lambda part: -loads[part[0]])
    hands: list[list[pytest.Item]] = [[] for _ in range(count)]
    burdens = [0.0] * count
    for part in parts:
        least = burdens.index(min(burdens))
        hands[least] += part
        burdens[least] += loads[part[0]]
    place = {item: at for at, item in enumerate(items)}
    return [sorted(hand, key=place.__getitem__) for hand in hands]


def expected(items: list[pytest.Item]) -> dict[pytest.Item, float]:
    """Seconds of each: what its name has, or an equal part of what is left to its folder."""
    budgets = tomllib.loads(BUDGETS.read_text())
    slow: dict[str, float] = budgets["slow"]
    found: dict[pytest.Item, float] = {}
    by_folder: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        by_folder[folder_of(item)].append(item)
    for folder, inside in by_folder.items():
        named = {item: slow[name] for item in inside if (name := name_of(item)) in slow}
        left, others = (
            budgets["seconds"].get(folder, 0) - sum(named.values()),
            len(inside) - len(named),
        )
        mean = left / others if others and left > 0 else USUAL
        found |= {item: named.get(item, mean) for item in inside}
    return found


def name_of(item: pytest.Item) -> str:
    """Without the values of a test that there are several of."""
    return item.nodeid.partition("[")[0]


def folder_of(item: pytest.Item) -> str:
    return "/".join(file_of(item).removesuffix(".py").split("/")[:2])


def file_of(item: pytest.Item) -> str:
    return item.nodeid.partition("::")[0]


def shared_by(part: list[pytest.Item]) -> set[str]:
    """The fixtures that are made once for the file. A test that drives a browser takes longer than they."""
    return {
        name
        for item in part
        if isinstance(item, pytest.Function) and not item.get_closest_marker("browser")
        for name, made in item._fixtureinfo.name2fixturedefs.items()
        if made[-1].scope == "module"
    }
