"""Distributes the tests over the workers of `--dist each`.

The distribution depends on the tests and the number of workers alone: the same tests share a database in each
run, so a test that depends on data of another one fails everywhere alike. A file whose tests share a server
or a large database stays whole: each worker would create its own. `--few-long` leaves out most slow tests.
"""

from itertools import groupby
from typing import Any

import pytest

from tests.deselection import select_deferred
from tests.items import estimate_seconds, file_of, shared_fixtures
from tests.sample import sample

SETUP_SECONDS = 5  # for each module-scoped fixture


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell each worker, whose own `dist` is always "no"."""
    node.workerinput["shares"] = node.config.getoption("dist") == "each"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    seconds = estimate_seconds(items)
    if config.getoption("few_long", default=False):
        deferred = select_deferred(items, seconds, sample(config.getoption("sample")))
        config.hook.pytest_deselected(items=list(deferred))
        items[:] = [item for item in items if item not in deferred]
    worker = getattr(config, "workerinput", {})
    if worker.get("shares"):
        items[:] = distribute(items, seconds, worker["workercount"])[int(worker["workerid"][2:])]


def distribute(
    items: list[pytest.Item], seconds: dict[pytest.Item, float], count: int
) -> list[list[pytest.Item]]:
    """Give each worker about the same number of seconds: whole files and slow tests first."""
    files = [list(part) for _, part in groupby(items, file_of)]
    shared = [part for part in files if shared_fixtures(part)]
    whole = {item for part in shared for item in part}
    parts = [*shared, *([item] for item in items if item not in whole)]
    loads = {
        part[0]: sum(seconds[item] for item in part) + SETUP_SECONDS * len(shared_fixtures(part))
        for part in parts
    }
    parts.sort(key=lambda part: -loads[part[0]])
    shares: list[list[pytest.Item]] = [[] for _ in range(count)]
    totals = [0.0] * count
    for part in parts:
        least = totals.index(min(totals))
        shares[least] += part
        totals[least] += loads[part[0]]
    place = {item: at for at, item in enumerate(items)}
    return [sorted(share, key=place.__getitem__) for share in shares]
