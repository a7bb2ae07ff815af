"""Which slow tests `make test` leaves out. Each commit runs another twelfth, `make test-all` runs all.

One test in ten takes more than half of the time: tests that kill and start servers, delay a replica, or drive
a browser. tests/budgets.toml names them, and those that run at every commit all the same.
"""

from collections.abc import Sequence
from fnmatch import fnmatchcase
from itertools import groupby

import pytest

from tests.items import budgets, file_of, folder_of, name_of, shared_fixtures
from tests.sample import Sample

ONE_IN = 12


def select_deferred(
    items: list[pytest.Item], seconds: dict[pytest.Item, float], chosen: Sample
) -> set[pytest.Item]:
    """All slow tests but one of each twelve that take about as long."""
    groups = sorted(group_slow(items), key=lambda group: -sum(seconds[item] for item in group))
    deferred: set[pytest.Item] = set()
    for start in range(0, len(groups), ONE_IN):
        alike = groups[start : start + ONE_IN]
        kept = chosen.pick(f"long {start}", alike, ONE_IN)
        deferred |= {item for group in alike if group not in kept for item in group}
    return deferred


def group_slow(items: list[pytest.Item]) -> list[list[pytest.Item]]:
    """Tests that run or are left out together: a single test, or a file whose tests share a fixture."""
    known = budgets()
    slow, folders, always = known["slow"], known["long"]["folders"], known["long"]["always"]
    found = [
        item
        for item in items
        if (name_of(item) in slow or folder_of(item) in folders)
        and not matches_any(name_of(item), always)
    ]
    files = [list(group) for _, group in groupby(found, file_of)]
    return [
        group
        for file in files
        for group in ([file] if shared_fixtures(file) else [[item] for item in file])
    ]


def matches_any(name: str, patterns: Sequence[str]) -> bool:
    """Whether a test's `path::name` is in a folder or file, or fits a pattern with stars."""
    return any(
        fnmatchcase(name, f"{pattern}*" if pattern.endswith(("/", ".py")) else pattern)
        for pattern in patterns
    )
