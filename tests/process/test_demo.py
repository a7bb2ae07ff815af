"""The demo, started a second time on its data."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.process.company import until
from tests.process.server import Server


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    one = Server(tmp_path / "data", env="demo")
    try:
        yield one
    finally:
        one.clean_up()


def test_the_sample_tool_works_again_after_a_restart(server: Server):
    for _ in range(2):
        server.start()
        until(lambda: runs_sample_tool(server), "the run of the tool")
        assert server.interrupt() == 0
        assert not runs_sample_tool(server)


def runs_sample_tool(server: Server) -> bool:
    listed = subprocess.run(["ps", "-ewwo", "args"], capture_output=True, text=True, check=True)
    return any(
        f"{server.data_dir}/licensed-tool" in line and line.endswith("--wait")
        for line in listed.stdout.splitlines()
    )
