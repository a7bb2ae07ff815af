"""With `--dist each` the processes share the tests like cards: the same ones meet in a database in every run,
so one that minds what another left behind fails here as it fails elsewhere.

A file whose tests share a server or a large database stays whole: else each process would make one.
"""

from itertools import groupby
from typing import Any

import pytest

SETTING_UP = 40  # what a file makes for its tests takes about as long as so many of them


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
    """To each process about as much; whole files first, the longest before the others."""
    files = [list(part) for _, part in groupby(items, file_of)]
    parts = [
        (len(part) + SETTING_UP * len(shared_by(part)), part) for part in files if shared_by(part)
    ]
    whole = {item for _, part in parts for item in part}
    parts.sort(key=lambda part: -part[0])
    parts += [(1, [item]) for item in items if item not in whole]
    hands: list[list[pytest.Item]] = [[] for _ in range(count)]
    loads = [0] * count
    for load, part in parts:
        least = loads.index(min(loads))
        hands[least] += part
        loads[least] += load
    place = {item: at for at, item in enumerate(items)}
    return [sorted(hand, key=place.__getitem__) for hand in hands]


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
