"""Of two processes each runs its part of the tests."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests import sharing

CHECKOUT = Path(__file__).parents[1]
THREE = "".join(f"def test_{name}(): pass\n" for name in ("one", "two", "three"))


def test_each_test_runs_once(tmp_path: Path, pytestconfig: pytest.Config):
    """Otherwise a run takes as many times as long as there are processes.

    In folders of its own: pytest closes the one of its temporary files to everybody else, and the database of
    the run around it is in there.
    """
    assert pytestconfig.pluginmanager.is_registered(sharing)
    (tmp_path / "test_three.py").write_text(THREE)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--noconftest", "-p", "tests.sharing", "-p", "no:cacheprovider",
         "--rootdir", tmp_path, "--basetemp", tmp_path / "temporary", "-n", "2", "--dist", "each",
         tmp_path / "test_three.py"],
        cwd=CHECKOUT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert "3 passed" in done.stdout
