"""`gatehouse relay` as a customer starts it: a process of its own, without a database, and real tools."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from gatehouse_license import License, NoSeats
from tests.license_client.conftest import NOWHERE
from tests.license_client.test_end_to_end import SEATS, Vendor, vendor  # noqa: F401  a fixture
from tests.process.conftest import new_server  # noqa: F401  a fixture
from tests.process.server import free_port

GATEHOUSE = Path(sys.executable).with_name("gatehouse")
TOOLS = 50


class Relay:
    """In `folder`; of several, each is a process that shares it."""

    def __init__(self, folder: Path, vendor: Vendor) -> None:  # noqa: F811
        self.folder = folder
        folder.mkdir()
        (folder / "public-keys.json").write_text(json.dumps(vendor.public_keys))
        self._key = vendor.key
        self._processes: list[subprocess.Popen[str]] = []

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        command = [str(GATEHOUSE), "relay", *words]
        return subprocess.run(
            command, env=self._environ(), capture_output=True, text=True, timeout=60
        )

    def start(self) -> str:
        """Its address, once it listens."""
        port = free_port()
        process = subprocess.Popen(
            [GATEHOUSE, "relay", "--port", str(port)],
            env=self._environ(), stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        self._processes.append(process)
        assert process.stdout
        said = process.stdout.readline()
        assert f"127.0.0.1:{port}" in said, said
        return f"http://127.0.0.1:{port}"

    def stop(self) -> list[int]:
        for process in self._processes:
            process.send_signal(signal.SIGTERM)
        return [process.wait(30) for process in self._processes]

    def _environ(self) -> dict[str, str]:
        given = {"GATEHOUSE_RELAY_FOLDER": str(self.folder), "GATEHOUSE_RELAY_KEY": self._key}
        return {"PATH": os.environ["PATH"], "GATEHOUSE_ENV": "production", **given}


@pytest.fixture
def relay(vendor: Vendor, tmp_path: Path) -> Iterator[Relay]:  # noqa: F811
    made = Relay(tmp_path / "relay", vendor)
    yield made
    made.stop()


def test_seats_are_leased_where_the_vendor_is_not_reached(
    vendor: Vendor,  # noqa: F811
    relay: Relay,
    tmp_path: Path,
) -> None:
    """Two processes and fifty real tools at once, after the vendor's server has ended for good."""
    own = relay.run("key").stdout.strip()
    assert re.fullmatch(r"[\w-]{43}", own)
    nothing_yet = relay.run("status")
    assert (nothing_yet.returncode, "NO_FILE" in nothing_yet.stdout) == (1, True)
    (relay.folder / "license.json").write_text(
        json.dumps(vendor.of_license(f"file?relayKey={own}"))
    )
    vendor.server.terminate()
    addresses = [relay.start(), relay.start()]

    def take(number: int) -> str:
        tool = License(
            addresses[number % 2], vendor.key, vendor.public_keys, subject=f"person-{number}",
            folder=tmp_path / "kept", environ=NOWHERE,
        )  # fmt: skip
        try:
            seat = tool.take()
        except NoSeats:
            return "none"
        tool.report("report.made")
        tool.beat(seat)
        return seat.status

    with ThreadPoolExecutor(TOOLS) as pool:
        taken = list(pool.map(take, range(TOOLS)))
    assert (taken.count("online"), taken.count("none")) == (SEATS, TOOLS - SEATS)
    status = relay.run("status").stdout
    assert f"{SEATS} of {SEATS} in use" in status
    relay.run("export", str(tmp_path / "out"))
    [written] = (tmp_path / "out").iterdir()
    assert len(json.loads(written.read_text())) == SEATS
    assert relay.run("export", str(tmp_path / "out")).stdout == "0 events were written.\n"
    assert relay.stop() == [0, 0]


def test_what_is_missing_is_said(relay: Relay) -> None:
    (relay.folder / "public-keys.json").unlink()
    refused = relay.run()
    assert refused.returncode == 1
    assert refused.stderr.startswith("gatehouse: ")
    assert "public-keys.json cannot be read" in refused.stderr
