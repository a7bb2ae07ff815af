"""A server process, tools with the client package, a cable that is pulled, and clocks that are moved."""

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from gatehouse_license import FileRefused, License, NoSeats
from tests.license_client.cable import cable_to
from tests.license_client.conftest import NOWHERE
from tests.process.company import Company, until
from tests.process.conftest import NewServer, new_server  # noqa: F401  a fixture
from tests.process.server import GATEHOUSE, Server, environment

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "licensed-tool" / "acme_reports.py"
SEATS = 5  # of a trial


class Vendor:
    """A company with a trial license at a server of its own."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.company = Company(server.url)
        self.company.sign_up()
        self.company.sign_in()
        self.company.call("POST", "/api/v1/organization", {"name": "Acme"})
        [trial] = self.company.licenses()
        self.fingerprint: str = trial["fingerprint"]
        self.key: str = self.company.call("POST", f"/api/v1/licenses/{self.fingerprint}/key")["key"]
        self.public_keys = self.company.call("GET", "/.well-known/gatehouse-license-keys.json")

    def of_license(self, what: str) -> dict[str, Any]:
        told: dict[str, Any] = self.company.call(
            "GET", f"/api/v1/licenses/{self.fingerprint}/{what}"
        )
        return told

    def move_clock(self, by: timedelta) -> None:
        self.company.call("POST", "/dev/clock", {"advanceSeconds": int(by.total_seconds())})


@pytest.fixture
def vendor(new_server: NewServer) -> Vendor:  # noqa: F811
    server = new_server()
    server.start()
    return Vendor(server)


def test_a_working_life(vendor: Vendor, tmp_path):
    """Online, cut off, back, seats out, the clock moved forward and back."""
    now = datetime.now(UTC)

    with cable_to(vendor.server.port) as cable:

        def tool(subject: str) -> License:
            return License(
                f"http://127.0.0.1:{cable.port}", vendor.key, vendor.public_keys, subject=subject,
                folder=tmp_path / "kept", clock=lambda: now, environ=NOWHERE,
            )  # fmt: skip

        others = [(one := tool(f"person-{number}"), one.take()) for number in range(SEATS - 1)]
        with tool("ann").seat() as seat:
            assert seat.status == "online"
            with pytest.raises(NoSeats):
                tool("late").take()
            cable.pull()
            tool_of_ann = tool("ann")
            assert tool_of_ann.take().status == "offline"
            cable.plug_in()
        assert others[0][0].beat(others[0][1]) > 0
        assert others[0][1].status == "online"
        assert tool("late").take().status == "online"

        cable.pull()
        now += timedelta(days=3)
        assert tool("ann").take().status == "offline"
        now -= timedelta(days=365)
        with pytest.raises(FileRefused) as refused:
            tool("ann").take()
        assert refused.value.code == "CLOCK_SET_BACK"
        now += timedelta(days=365)
        cable.plug_in()
        vendor.move_clock(timedelta(days=20))
        now += timedelta(days=20)
        assert tool("ann").check(fresh=True).code == "EXPIRED"
        cable.pull()
        assert tool("ann").check().code == "EXPIRED"
        for one, _ in others:
            one.close()


def test_two_servers_give_away_exactly_the_seats_that_there_are(
    vendor: Vendor,
    new_server: NewServer,  # noqa: F811
):
    one = vendor.server
    other = new_server(data_dir=str(one.data_dir), database_url=one.database_url)
    other.start()

    def claim(number: int) -> int:
        url = (one, other)[number % 2].url
        body = {"kind": "user", "subject": f"person-{number}"}
        key = {"authorization": f"License {vendor.key}"}
        for _ in range(20):
            answer = httpx.post(f"{url}/api/v1/license/seats", json=body, headers=key, timeout=60)
            if (
                answer.status_code != 503
            ):  # where all wait for one row, a busy machine sends some away
                break
        return answer.status_code

    with ThreadPoolExecutor(SEATS + 50) as many:
        codes = list(many.map(claim, range(SEATS + 50)))
    assert Counter(codes) == {201: SEATS, 409: 50}
    assert vendor.of_license("statistics")["usedSeats"] == SEATS

    # A key that one of them takes back is worth nothing at the other, at once and not after a while; nor is
    # a license that the vendor revokes.
    def validate(server: Server, key: str = vendor.key) -> tuple[int, str]:
        url, headers = f"{server.url}/api/v1/license/validate", {"authorization": f"License {key}"}
        answer = httpx.post(url, json={}, headers=headers, timeout=60)
        return answer.status_code, answer.json()["code"]

    assert validate(one) == validate(other) == (200, "VALID")
    rotate = f"/api/v1/licenses/{vendor.fingerprint}/key/rotate"
    key = vendor.company.call("POST", rotate, {"overlapHours": 0})["key"]
    assert validate(other) == validate(one) == (401, "UNKNOWN_KEY")
    assert validate(other, key) == (200, "VALID")
    revoke = [str(GATEHOUSE), "licenses", "revoke", vendor.fingerprint]
    subprocess.run(revoke, env=environment(**one.settings), check=True, timeout=60)
    assert validate(other, key) == validate(one, key) == (200, "REVOKED")


class Example:
    """The sample tool as its users start it."""

    def __init__(self, vendor: Vendor, folder: Path, url: str) -> None:
        (folder / "public-keys.json").write_text(json.dumps(vendor.public_keys))
        self.command = [
            sys.executable, str(EXAMPLE), "--server", url, "--folder", str(folder / "kept"),
            "--public-keys", str(folder / "public-keys.json"),
        ]  # fmt: skip
        clients = str(ROOT / "clients" / "gatehouse-license" / "src")
        kept = {name: value for name, value in os.environ.items() if name != "CI"}
        self.environ = kept | {"ACME_KEY": vendor.key, "PYTHONPATH": clients}

    def run(self, subject: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [*self.command, "--subject", subject, *arguments]
        return subprocess.run(command, env=self.environ, capture_output=True, text=True, timeout=60)

    def hold(self, subject: str) -> "subprocess.Popen[str]":
        """Started, with a seat, until its input ends."""
        started = subprocess.Popen(
            [*self.command, "--subject", subject, "count", "--wait"], env=self.environ, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            # A run of the tests that is started with `nohup` ignores it, and what it starts would too.
            preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),
        )  # fmt: skip
        assert started.stdout is not None
        assert started.stdout.readline() == f"You hold a seat as {subject}.\n"
        return started


def test_the_sample_tool(vendor: Vendor, tmp_path):
    """What its users see, and what the portal shows of it."""
    (tmp_path / "letter.txt").write_text("Dear customer, your report is ready")
    letter = str(tmp_path / "letter.txt")
    assert vendor.of_license("checklist")["firstContact"] is None
    with cable_to(vendor.server.port) as cable:
        example = Example(vendor, tmp_path, f"http://127.0.0.1:{cable.port}")
        first = example.run("ann", "count", letter)
        assert (first.returncode, first.stderr) == (0, "")
        assert first.stdout == f"You hold a seat as ann.\n       6 {letter}\n"
        status = example.run("ann", "status")
        assert status.stdout.startswith(f"Licensed to Acme: trial, {SEATS} seats\n")

        checklist, statistics = vendor.of_license("checklist"), vendor.of_license("statistics")
        assert checklist["firstContact"]
        assert checklist["firstSession"]
        assert (statistics["sessions"], statistics["dailyActive"]) == (1, 1)
        assert statistics["versions"] == [{"version": "2.4.1", "active": 1}]

        held = [example.hold(f"person-{number}") for number in range(SEATS)]
        assert vendor.of_license("statistics")["usedSeats"] == SEATS
        late = example.run("late", "count", letter)
        assert (late.returncode, late.stdout) == (3, "")
        assert late.stderr.startswith("All seats are in use. Ask an administrator to free one")
        for one in held:
            one.communicate("", timeout=30)
            assert one.returncode == 0
        assert vendor.of_license("statistics")["usedSeats"] == 0
        assert example.run("late", "count", letter).returncode == 0

        cable.pull()
        away = example.run("ann", "count", letter)
        assert away.returncode == 0
        assert away.stdout.startswith("The license server is away. You can work until ")
        nobody = example.run("nobody", "count", letter)
        assert nobody.returncode == 4
        assert "The license server cannot be reached" in nobody.stderr
        cable.plug_in()
        assert example.run("ann", "count", letter).returncode == 0
    until(lambda: vendor.of_license("statistics")["sessions"] == 9, "the reports")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP], ids=lambda one: one.name)
def test_a_tool_that_is_stopped_gives_its_seat_back(vendor: Vendor, tmp_path, number):
    """More restarts of a container than there are seats, each under another host name."""
    example = Example(vendor, tmp_path, vendor.server.url)
    for start in range(SEATS + 1):
        started = example.hold(f"app-7d9f-{start}")
        started.send_signal(number)
        # As without the library: the parent process sees the signal.
        assert started.wait(60) == -number
        assert vendor.of_license("statistics")["usedSeats"] == 0


FORKS = """
import json, os, signal, sys, time
from gatehouse_license import License
with License(*json.loads(sys.argv[1]), subject="ann", folder=sys.argv[2]).seat():
    ready, told = os.pipe()
    child = os.fork()
    if not child:
        os.write(told, b"1")  # a signal that comes before the fork is complete would be lost
        while True:
            time.sleep(0.05)
    os.read(ready, 1)
    os.kill(child, signal.SIGTERM)
    _, status = os.waitpid(child, 0)
    print(os.WTERMSIG(status), flush=True)
    sys.stdin.read()
"""
ASYNC = """
import asyncio, json, sys
from gatehouse_license import AsyncLicense
async def main():
    async with AsyncLicense(*json.loads(sys.argv[1]), subject="ann", folder=sys.argv[2]).seat():
        print("held", flush=True)
        await asyncio.sleep(600)
asyncio.run(main())
"""


THREAD = """
import json, sys, threading
from gatehouse_license import License
tool = License(*json.loads(sys.argv[1]), subject="ann", folder=sys.argv[2])
def hold():
    with tool.seat():
        print("held", flush=True)
        threading.Event().wait()
thread = threading.Thread(target=hold)
thread.start()
thread.join()
"""
BY_HAND = """
import json, sys, time
from gatehouse_license import License
tool = License(*json.loads(sys.argv[1]), subject="ann", folder=sys.argv[2])
held = tool.take()
print("held", flush=True)
while True:
    time.sleep(0.05)
"""
OWN_HANDLER = """
import json, signal, sys, time
from gatehouse_license import License
class Stop(Exception): ...
def stop(*_):
    raise Stop
signal.signal(signal.SIGTERM, stop)
tool = License(*json.loads(sys.argv[1]), subject="ann", folder=sys.argv[2])
try:
    with tool.seat():
        print("held", flush=True)
        while True:
            time.sleep(0.05)
except Stop:
    sys.exit(7)
"""
FORK_UNWINDS = """
import json, os, sys
from gatehouse_license import License
with License(*json.loads(sys.argv[1]), subject="ann", folder=sys.argv[2]).seat():
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        print("ended", flush=True)
        sys.stdin.read()
"""


def script(vendor: Vendor, text: str, folder: Path) -> "subprocess.Popen[str]":
    clients = str(ROOT / "clients" / "gatehouse-license" / "src")
    given = json.dumps([vendor.server.url, vendor.key, vendor.public_keys])
    return subprocess.Popen(
        [sys.executable, "-c", text, given, str(folder)], text=True, stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, env=os.environ | {"PYTHONPATH": clients, "CI": ""},
    )  # fmt: skip


def test_a_child_that_is_stopped_leaves_the_seat_of_its_parent(vendor: Vendor, tmp_path):
    started = script(vendor, FORKS, tmp_path)
    assert started.stdout is not None
    assert started.stdout.readline() == f"{int(signal.SIGTERM)}\n"
    assert vendor.of_license("statistics")["usedSeats"] == 1
    started.communicate("", timeout=60)
    assert (started.returncode, vendor.of_license("statistics")["usedSeats"]) == (0, 0)


def test_a_child_that_leaves_the_block_leaves_the_seat_of_its_parent(vendor: Vendor, tmp_path):
    started = script(vendor, FORK_UNWINDS, tmp_path)
    assert started.stdout is not None
    assert started.stdout.readline() == "ended\n"
    assert vendor.of_license("statistics")["usedSeats"] == 1
    started.communicate("", timeout=60)
    assert (started.returncode, vendor.of_license("statistics")["usedSeats"]) == (0, 0)


@pytest.mark.parametrize(
    ("text", "status"),
    [(ASYNC, -signal.SIGTERM), (THREAD, -signal.SIGTERM), (BY_HAND, -signal.SIGTERM),
     (OWN_HANDLER, 7)],
    ids=["asyncio", "another thread", "without a context manager", "own handler"],
)  # fmt: skip
def test_every_way_to_hold_a_seat_ends_with_the_process(vendor: Vendor, tmp_path, text, status):
    started = script(vendor, text, tmp_path)
    assert started.stdout is not None
    assert started.stdout.readline() == "held\n"
    assert vendor.of_license("statistics")["usedSeats"] == 1
    started.terminate()
    assert started.wait(60) == status
    assert vendor.of_license("statistics")["usedSeats"] == 0
