"""A run whose time is over names its failures and what was running, and leaves no process behind."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.process.server import is_alive

CHECKOUT = Path(__file__).parents[1]
CONFTEST = """
import time
import pytest
from tests import time_limit

def pytest_addoption(parser): time_limit.add_options(parser)

def pytest_configure(config):
    config.pluginmanager.register(time_limit)
    config.pluginmanager.register(LimitPassesAtOnce(config))

class LimitPassesAtOnce:
    def __init__(self, config): self.plugins = config.pluginmanager

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logstart(self, nodeid):
        if nodeid.endswith("test_hangs"):
            for name in ("monitor", "deadline"):
                if plugin := self.plugins.get_plugin(name): plugin.end_at(time.time())
"""
TESTS = """
import asyncio, subprocess, sys, time
import pytest

def start(name):
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    open(name, "w").write(str(child.pid))
    return child

@pytest.fixture(scope="session")
def server():
    child = start("server")
    yield
    child.kill()
    child.wait()

def test_fails(server):
    assert 1 == 2, "one is not two"

def test_leaves_a_process_behind():
    start("tool")

async def test_hangs(server):
    await asyncio.sleep(600)

def test_comes_too_late(): pass
"""


def run_for(folder: Path, *arguments: str, stop_after: str = "") -> tuple[int, str]:
    """The exit code and the output. With `stop_after`, SIGTERM is sent once this has been printed."""
    (folder / "conftest.py").write_text(CONFTEST)
    (folder / "test_slow.py").write_text(TESTS)
    command: list[str | Path] = [
        sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", "--rootdir", folder,
        "--basetemp", folder / "temporary", "-o", "asyncio_mode=auto",
        "-o", "asyncio_default_fixture_loop_scope=session",
        "-o", "asyncio_default_test_loop_scope=session", *arguments, folder,
    ]  # fmt: skip
    run = subprocess.Popen(
        command, cwd=folder, env={**os.environ, "PYTHONPATH": str(CHECKOUT)},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    assert run.stdout
    lines: list[str] = []
    for line in run.stdout:
        lines.append(line)
        if stop_after and stop_after in line:
            stop_after = ""
            run.send_signal(signal.SIGTERM)
    return run.wait(), "".join(lines)


def process_ids(folder: Path) -> list[int]:
    return [int((folder / name).read_text()) for name in ("server", "tool")]


def test_a_run_ends_by_itself_and_leaves_nothing_behind(tmp_path: Path):
    status, output = run_for(tmp_path, "-n", "1", "--dist", "each", "--grace", "1")
    assert status != 0, output
    place = output.index("FAILED test_slow.py::test_fails - AssertionError: one is not two")
    # At once, not in the summary alone.
    assert place < output.index("The time limit has passed.")
    assert "s: test_slow.py::test_hangs" in output
    assert "FAILED test_slow.py::test_hangs" in output
    assert "this test was still running" in output
    assert "2 failed, 1 passed" in output
    assert "test_comes_too_late" not in output
    assert "time.sleep(600)), which the tests left running" in output
    assert not [pid for pid in process_ids(tmp_path) if is_alive(pid)]


def test_a_run_that_is_ended_from_outside_names_its_failures(tmp_path: Path):
    status, output = run_for(tmp_path, "-n", "1", "--dist", "each", stop_after="FAILED")
    assert status != 0, output
    assert "FAILED test_slow.py::test_fails - AssertionError: one is not two" in output
    assert not [pid for pid in process_ids(tmp_path) if is_alive(pid)]


def test_a_run_without_a_limit_says_nothing(tmp_path: Path):
    status, output = run_for(tmp_path, "-k", "too_late", "--time-limit", "1")
    assert status == 0, output
    assert "time limit" not in output
