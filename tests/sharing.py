"""With `--dist each` the processes share the tests like cards: the same ones meet in a database in every run,
so one that minds what another left behind fails here as it fails elsewhere."""

from typing import Any

import pytest


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Said to each test process, whose own `dist` is always "no"."""
    node.workerinput["shares"] = node.config.getoption("dist") == "each"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    worker = getattr(config, "workerinput", {})
    if worker.get("shares"):
        items[:] = items[int(worker["workerid"][2:]) :: worker["workercount"]]
