"""Of two processes each runs its part of the tests."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests import sharing

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
