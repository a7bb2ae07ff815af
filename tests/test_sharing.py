"""Of two processes each runs its part of the tests."""

import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests import items, long, sharing
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
    """Otherwise a run takes as many times as long as there are processes.

    In folders of its own: pytest closes the one of its temporary files to everybody else, and the database of
    the run around it is in there.
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
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], int]:
    """Writes the figures that the tests go by."""
    monkeypatch.setattr(items, "BUDGETS", tmp_path / "budgets.toml")
    return items.BUDGETS.write_text


def test_one_that_takes_long_leaves_the_others_to_the_other_process(told):
    told('[seconds]\n"tests/one" = 20\n[slow]\n"tests/one/test_it.py::test_long" = 10\n')
    every: Any = [Item(f"tests/one/test_it.py::test_short[{number}]") for number in range(10)]
    every.insert(5, Item("tests/one/test_it.py::test_long[much]"))
    long, short = sharing.dealt(every, items.expected(every), 2)
    assert [one.nodeid for one in long] == ["tests/one/test_it.py::test_long[much]"]
    assert short == [one for one in every if one not in long]


def test_of_those_that_take_long_each_commit_runs_some(told):
    told(
        '[seconds]\n[long]\nfolders = ["tests/servers"]\nalways = ["tests/servers/test_first.py"]\n'
        '[slow]\n"tests/one/test_it.py::test_long" = 10\n'
    )
    short: Any = [
        Item("tests/servers/test_first.py::test_a"),
        *(Item(f"tests/one/test_it.py::test_short[{number}]") for number in range(10)),
    ]
    longs: Any = [
        *(Item(f"tests/one/test_it.py::test_long[{number}]") for number in range(8)),
        *(Item(f"tests/servers/test_more.py::test_b[{number}]") for number in range(9)),
    ]
    every = [*short, *longs]
    run: Counter[Any] = Counter()
    for commit in range(150):
        aside = long.laid_aside(every, items.expected(every), Sample(str(commit)))
        left = [item for item in every if item not in aside]
        assert left[: len(short)] == short
        # One of the eight that take 10 s each, one of eight that take less, and the last.
        assert len(left) == len(short) + 3
        run.update(left)
    assert set(run) == set(every)
    assert not long.laid_aside(every, items.expected(every), Sample(""))


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
