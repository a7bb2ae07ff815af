"""The machine of the run may have anything in its environment, its folder and on its ports."""

import os
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.isolation import ForeignServer, own_ports

CHECKOUT = Path(__file__).parents[1]
PART = [
    "tests/demo/test_production.py",
    "tests/operations/test_commands.py::test_help_names_every_command",
]


@pytest.fixture
def stranger() -> Iterator[tuple[int, list[str]]]:
    """A server that the run did not start: its port, and who connected."""
    came: list[str] = []
    code = "import socket; s = socket.create_server(('127.0.0.1', 0))\n"
    code += "print(s.getsockname()[1], flush=True)\n"
    code += "while True: c = s.accept()[0]; print('visit', flush=True); c.close()"
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert process.stdout
    port = int(process.stdout.readline())
    own_ports.discard(port)  # one of this run may have had it before, and given it back
    reader = threading.Thread(target=lambda: came.extend(process.stdout or ()))
    reader.start()
    yield port, came
    process.kill()
    reader.join()
    process.stdout.close()
    process.wait()


def test_nothing_of_the_shell_or_the_folder_reaches_a_test(stranger, tmp_path: Path):
    port, came = stranger
    address = f"127.0.0.1:{port}"
    (tmp_path / "gatehouse.toml").write_text(f'port = {port}\nnonsense = "refused"\n')
    hostile = {
        "GATEHOUSE_ENV": "production",
        "GATEHOUSE_PORT": str(port),
        "GATEHOUSE_DATABASE_URL": f"postgresql://live@{address}/live",
        "GATEHOUSE_REDIS_URL": f"redis://{address}/0",
        "GATEHOUSE_PAYMENTS__KIND": "paddle",
        "GATEHOUSE_PAYMENTS__API_KEY": "live",
        "gatehouse_nonsense": "1",
        "PGHOST": "127.0.0.1",
        "PGPORT": str(port),
        "PGOPTIONS": "-c gatehouse.scope=nothing",
        "HTTP_PROXY": f"http://{address}",
        "https_proxy": f"http://{address}",
        "ALL_PROXY": f"http://{address}",
    }
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--rootdir", CHECKOUT, "-c", CHECKOUT / "pyproject.toml",
         "-p", "no:cacheprovider", *(CHECKOUT / part for part in PART)],
        cwd=tmp_path, env={**os.environ, **hostile, "PYTHONPATH": str(CHECKOUT)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    assert came == []


def test_a_server_that_the_run_did_not_start_is_unreachable(stranger):
    port, came = stranger
    for address in (("127.0.0.1", port), ("localhost", port)):
        with pytest.raises(ForeignServer):
            socket.create_connection(address)
    with socket.socket() as plain, pytest.raises(ForeignServer):
        plain.connect_ex(("127.0.0.1", port))
    assert came == []


@pytest.mark.parametrize("host", ["192.0.2.1", "10.0.0.1", "2001:db8::1", "example.com"])
def test_no_other_machine_is_reached_or_asked_for(host: str):
    with pytest.raises((ForeignServer, socket.gaierror), match=re.escape(host)):
        socket.create_connection((host, 443))


def test_an_own_server_is_reached():
    with socket.create_server(("127.0.0.1", 0)) as own:
        socket.create_connection(own.getsockname()[:2]).close()
