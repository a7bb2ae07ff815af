"""With `--dist each` the processes share the tests like cards: the same ones meet in a database in every run,
so one that minds what another left behind fails here as it fails elsewhere. With `--few-long` most of those
that take long are laid aside first.

A file whose tests share a server or a large database stays whole: else each process would make one.
"""

from itertools import groupby
from typing import Any

import pytest

from tests.items import expected, file_of, shared_by
from tests.long import laid_aside
from tests.sample import sample

SETTING_UP = 5  # seconds for what a file makes for its tests


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Said to each test process, whose own `dist` is always "no"."""
    node.workerinput["shares"] = node.config.getoption("dist") == "each"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    seconds = expected(items)
    if config.getoption("few_long", default=False):
        aside = laid_aside(items, seconds, sample(config.getoption("sample")))
        config.hook.pytest_deselected(items=list(aside))
        items[:] = [item for item in items if item not in aside]
    worker = getattr(config, "workerinput", {})
    if worker.get("shares"):
        items[:] = dealt(items, seconds, worker["workercount"])[int(worker["workerid"][2:])]


def dealt(
    items: list[pytest.Item], seconds: dict[pytest.Item, float], count: int
) -> list[list[pytest.Item]]:
    """To each process about as much, as the budgets tell; what stays together and what takes long first."""
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
