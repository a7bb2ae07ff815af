"""Distribution of the tests over workers, and the choice of slow tests."""

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests import deselection, items, sharing
from tests.deselection import ONE_IN
from tests.sample import Sample

CHECKOUT = Path(__file__).parents[1]
NAMES = ("one", "two", "three")
THREE = "".join(f"def test_{name}(): pass\n" for name in NAMES)
SERVED = """
import pytest
@pytest.fixture(scope="module")
def server(): print("a server starts")
""" + "".join(f"def test_{name}(server): pass\n" for name in NAMES)


def test_each_test_runs_once(tmp_path: Path, pytestconfig: pytest.Config):
    """Otherwise a run takes as many times as long as there are workers.

    The run has folders of its own: pytest closes the one of its temporary files to other users, and the
    database of the surrounding run is in there.
    """
    assert pytestconfig.pluginmanager.is_registered(sharing)
    assert "3 passed" in run_by_two(tmp_path, THREE)


def test_what_a_file_makes_for_its_tests_is_made_once(tmp_path: Path):
    said = run_by_two(tmp_path, SERVED, THREE)
    assert "6 passed" in said
    assert said.count("a server starts") == 1


@dataclass(frozen=True)
class Item:
    nodeid: str


@pytest.fixture
def write_budgets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], int]:
    monkeypatch.setattr(items, "BUDGETS", tmp_path / "budgets.toml")
    return items.BUDGETS.write_text


def test_a_slow_test_leaves_the_others_to_the_other_worker(write_budgets):
    write_budgets('[seconds]\n"tests/one" = 20\n[slow]\n"tests/one/test_it.py::test_long" = 10\n')
    every: Any = [Item(f"tests/one/test_it.py::test_short[{number}]") for number in range(10)]
    every.insert(5, Item("tests/one/test_it.py::test_long[much]"))
    long, short = sharing.distribute(every, items.estimate_seconds(every), 2)
    assert [one.nodeid for one in long] == ["tests/one/test_it.py::test_long[much]"]
    assert short == [one for one in every if one not in long]


def test_each_commit_runs_some_of_the_slow_tests(write_budgets):
    write_budgets(
        '[seconds]\n[long]\nfolders = ["tests/servers"]\n'
        'always = ["tests/servers/test_first.py", "*_race*"]\n'
        '[slow]\n"tests/one/test_it.py::test_long" = 10\n"tests/one/test_it.py::test_a_race" = 10\n'
    )
    mandatory: Any = [
        Item("tests/servers/test_first.py::test_a"),
        *(Item(f"tests/one/test_it.py::test_short[{number}]") for number in range(10)),
        Item("tests/one/test_it.py::test_a_race"),
    ]
    slow: Any = [
        *(Item(f"tests/one/test_it.py::test_long[{number}]") for number in range(ONE_IN)),
        *(Item(f"tests/servers/test_more.py::test_b[{number}]") for number in range(ONE_IN + 1)),
    ]
    every = [*mandatory, *slow]
    run: Counter[Any] = Counter()
    for commit in range(250):
        deferred = deselection.select_deferred(
            every, items.estimate_seconds(every), Sample(str(commit))
        )
        left = [item for item in every if item not in deferred]
        assert left[: len(mandatory)] == mandatory
        # One of those that take 10 s, one of those that take less, and the last.
        assert len(left) == len(mandatory) + 3
        run.update(left)
    assert set(run) == set(every)
    assert not deselection.select_deferred(every, items.estimate_seconds(every), Sample(""))


def test_every_pattern_of_tests_that_always_run_fits_a_test():
    """A renamed test would otherwise be sampled from then on."""
    names = {
        f"{file.relative_to(CHECKOUT).as_posix()}::{name}"
        for file in (CHECKOUT / "tests").rglob("test_*.py")
        for name in re.findall(r"^(?:async )?def (test_\w+)", file.read_text(), re.MULTILINE)
    }
    always = items.budgets()["long"]["always"]
    assert len(always) > 10
    fitting = {
        one: [name for name in names if deselection.matches_any(name, [one])] for one in always
    }
    assert [one for one, found in fitting.items() if not found] == []


def run_by_two(folder: Path, *files: str) -> str:
    for number, tests in enumerate(files):
        (folder / f"test_{number}.py").write_text(tests)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--noconftest", "-p", "tests.sharing", "-p", "no:cacheprovider",
         "--rootdir", folder, "--basetemp", folder / "temporary", "-n", "2", "--dist", "each", "-rP",
         folder],
        cwd=CHECKOUT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
