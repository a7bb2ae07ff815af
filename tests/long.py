"""Tests that take long. `make test` runs one in eight of them, at each commit others; `make test-all` all.

One test in ten takes more than half of the time of all: servers that are killed and started, databases that
lag behind, a browser that goes a whole way. tests/budgets.toml says which those are.
"""

from itertools import groupby

import pytest

from tests.items import budgets, file_of, folder_of, name_of, shared_by
from tests.sample import Sample

ONE_IN = 8


def laid_aside(
    items: list[pytest.Item], seconds: dict[pytest.Item, float], chosen: Sample
) -> set[pytest.Item]:
    """All long ones but one of each eight that take about as long."""
    parts = sorted(parts_of(items), key=lambda part: -sum(seconds[item] for item in part))
    aside: set[pytest.Item] = set()
    for start in range(0, len(parts), ONE_IN):
        alike = parts[start : start + ONE_IN]
        kept = chosen.of(f"long {start}", alike, ONE_IN)
        aside |= {item for part in alike if part not in kept for item in part}
    return aside


def parts_of(items: list[pytest.Item]) -> list[list[pytest.Item]]:
    """What is run or laid aside together: a test, or those of a file that share what it makes for them."""
    told = budgets()
    slow, folders, always = told["slow"], told["long"]["folders"], told["long"]["always"]
    long = [
        item
        for item in items
        if (name_of(item) in slow or folder_of(item) in folders) and file_of(item) not in always
    ]
    files = [list(part) for _, part in groupby(long, file_of)]
    return [
        part for file in files for part in ([file] if shared_by(file) else [[one] for one in file])
    ]
