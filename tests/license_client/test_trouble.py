"""Servers that are slow, down or impostors (case 32), clocks that are wrong (case 31), and the disk."""

import asyncio
import json
import signal
import stat
import threading
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import monotonic

import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gatehouse.licensing.license_api.signing import encode_base64url, encode_canonical_json
from gatehouse_license import AsyncLicense, FileRefused, License, Unreachable, signals, wire
from tests.license_client.conftest import NOWHERE, VECTORS

NOW = datetime(2027, 2, 5, 9, tzinfo=UTC)
PRIVATE = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(VECTORS["privateKeys"]["shipped"]))
KEY = "GH-AAAAAAAA-AAAAAAAA-AAAAAAAA-AAAAAAAA"


@pytest.fixture(autouse=True)
def pauses(monkeypatch) -> list[float]:
    """Replaces waiting; records how long it would have been."""
    waited: list[float] = []
    monkeypatch.setattr("gatehouse_license.driving.time.sleep", waited.append)
    return waited


class Server:
    """Answers what it is told to, then what a license server does."""

    def __init__(self) -> None:
        self.now = NOW
        self.first: list[httpx.Response | Exception] = []
        self.asked: list[str] = []
        self.lease = timedelta(minutes=15)

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(f"{request.method} {request.url.path}")
        if self.first:
            answer = self.first.pop(0)
            if isinstance(answer, Exception):
                raise answer
            return answer
        if request.url.path.endswith("/file"):
            return httpx.Response(200, json=self.file(request.url.params.get("subject")))
        if request.method == "DELETE":
            return httpx.Response(204)
        if request.url.path.endswith("/usage"):
            return httpx.Response(202)
        until = (self.now + self.lease).isoformat()
        status = 200 if request.url.path.endswith("/heartbeat") else 201
        return httpx.Response(status, json={"id": "s1", "subject": "ann", "leaseUntil": until})

    def file(self, subject: str | None) -> dict[str, object]:
        content = json.loads(VECTORS["cases"][0]["file"])["license"] | {
            "subject": subject,
            "issuedAt": f"{self.now:%Y-%m-%dT%H:%M:%SZ}",
            "refreshAt": f"{self.now + timedelta(days=1):%Y-%m-%dT%H:%M:%SZ}",
            "expiresAt": f"{self.now + timedelta(days=30):%Y-%m-%dT%H:%M:%SZ}",
        }
        signature = encode_base64url(PRIVATE.sign(encode_canonical_json(content)))
        return {"license": content, "algorithm": "Ed25519", "signature": signature}


class Computer:
    """Where the tool runs: its clock and its disk outlive the tool."""

    def __init__(self, server: Server, folder: Path | None) -> None:
        self.server = server
        self.folder = folder
        self.now = NOW
        self.elapsed = 0.0

    def start(self) -> License:
        return License(
            "https://license.test", KEY, VECTORS["keys"], subject="ann", folder=self.folder,
            clock=lambda: self.now, environ=NOWHERE,
            http=httpx.Client(transport=httpx.MockTransport(self.server)),
        )  # fmt: skip


@pytest.fixture
def server() -> Server:
    return Server()


@pytest.fixture
def computer(server, tmp_path) -> Computer:
    return Computer(server, tmp_path / "kept")


@pytest.mark.parametrize(
    "trouble",
    [httpx.Response(503), httpx.Response(500), httpx.Response(429), httpx.ReadTimeout("slow"),
     httpx.ConnectError("away"), httpx.RemoteProtocolError("cut")],
)  # fmt: skip
def test_what_passes_is_tried_again_with_growing_pauses(computer, server, pauses, trouble):
    server.first = [trouble, trouble]
    assert computer.start().check()
    assert len(pauses) == 2
    assert 0.25 <= pauses[0] <= 0.5 <= pauses[1] <= 1


def test_a_server_that_says_when_is_asked_then(computer, server, pauses):
    server.first = [httpx.Response(429, headers={"retry-after": "7"})]
    assert computer.start().check()
    assert pauses == [7]


def test_three_times_and_no_more(computer, server, pauses):
    server.first = [httpx.ConnectError("away")] * 3
    standing = computer.start().check()
    assert (standing.code, len(server.asked)) == ("UNREACHABLE", 3)
    assert standing.text == "The license server cannot be reached: away"
    # The next start goes better.
    assert computer.start().check()


def test_a_refusal_is_final(computer, server, pauses):
    server.first = [httpx.Response(401, json={"code": "UNKNOWN_KEY", "message": "no"})]
    assert computer.start().check().code == "UNKNOWN_KEY"
    assert pauses == []


@pytest.mark.parametrize(
    "page",
    [httpx.Response(200, html="<h1>Welcome to the hotel</h1>"), httpx.Response(403, text="blocked"),
     httpx.Response(302, headers={"location": "https://login.test"}), httpx.Response(407, text="x"),
     httpx.Response(200, json=["x"]), httpx.Response(404, json={"detail": "no"}),
     httpx.Response(200, content=b"[" * 200_000), httpx.Response(200, content=b'{"a":' * 60_000),
     httpx.Response(201, json={"id": "x", "leaseUntil": "2030-01-01"}),
     httpx.Response(200, content=b"x" * 2_000_000)],
)  # fmt: skip
def test_something_else_in_place_of_the_server_is_no_refusal(computer, server, page):
    """A firewall for a month: the file counts as long as it says."""
    with computer.start().seat():
        pass
    server.first = [page] * 50
    for day in range(1, 30, 4):
        computer.now = NOW + timedelta(days=day)
        assert computer.start().take().status == "offline"
    computer.now = NOW + timedelta(days=31)
    with pytest.raises(FileRefused) as refused:
        computer.start().take()
    assert refused.value.code == "OFFLINE_TOO_LONG"


def test_what_is_no_license_file_takes_the_place_of_none(computer, server):
    assert computer.start().check()
    server.first = [httpx.Response(200, json={"hello": 1})]
    standing = computer.start().check(fresh=True)
    assert (standing.code, standing.is_offline) == ("VALID", True)


def test_what_says_nothing_of_the_license_is_no_answer(computer, server):
    server.first = [httpx.Response(200, json={"hello": 1})]
    with pytest.raises(Unreachable):
        computer.start().validate()


class Trickle(httpx.SyncByteStream, httpx.AsyncByteStream):
    """A byte now and then, without end."""

    def __init__(self, computer: Computer) -> None:
        self.computer = computer

    def __iter__(self) -> Iterator[bytes]:
        while True:
            self.computer.elapsed += 9
            yield b" "

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while True:
            await asyncio.sleep(0.001)
            yield b" "


def test_an_answer_that_never_ends_is_none(computer, server, monkeypatch):
    assert computer.start().check()
    monkeypatch.setattr("gatehouse_license.driving.time.monotonic", lambda: computer.elapsed)
    server.first = [httpx.Response(200, stream=Trickle(computer))]
    assert computer.start().check(fresh=True).is_offline
    assert computer.elapsed < 60


async def test_an_answer_that_never_ends_is_none_for_asyncio_either(computer, monkeypatch):
    monkeypatch.setattr("gatehouse_license.driving.LONGEST_ANSWER", 0.01)
    monkeypatch.setattr(wire, "FIRST_DELAY", 0.0)

    def answer(_: httpx.Request) -> httpx.Response:
        return httpx.Response(200, stream=Trickle(computer))

    tool = AsyncLicense(
        "https://license.test", KEY, VECTORS["keys"], folder=computer.folder, environ=NOWHERE,
        http=httpx.AsyncClient(transport=httpx.MockTransport(answer)),
    )  # fmt: skip
    with pytest.raises(Unreachable):
        await tool.validate()


def test_a_tool_with_a_file_does_not_wait_for_a_server_that_is_away(computer, server, pauses):
    with computer.start().seat():
        pass
    server.asked.clear()
    server.first = [httpx.ConnectTimeout("slow")] * 9
    assert computer.start().take().status == "offline"
    assert (server.asked, pauses) == (["POST /api/v1/license/seats"], [])


def test_a_seat_is_kept_by_heartbeats_of_its_own(computer, server, monkeypatch):
    monkeypatch.setattr(wire, "SHORTEST_PAUSE", 0.01)
    monkeypatch.setattr(wire, "LONGEST_PAUSE", 0.02)
    server.lease = timedelta(0)
    seen: list[str] = []

    def changed(held) -> None:
        seen.append(held.status)

    with computer.start().seat(changed) as seat:
        wait_for(lambda: server.asked.count("POST /api/v1/license/seats/s1/heartbeat") >= 3)
        server.first = [httpx.Response(409, json={"code": "REVOKED", "message": "gone"})] * 500
        wait_for(lambda: seen == ["lost"])
        assert seat.lost_by.code == "REVOKED"
        server.first = []
        wait_for(lambda: seen == ["lost", "online"])
        seat.require()
    assert server.asked[-1] == "POST /api/v1/license/usage"
    assert "DELETE /api/v1/license/seats/s1" in server.asked


def wait_for(look) -> None:
    end, pause = monotonic() + 10, threading.Event()
    while not look():
        assert monotonic() < end
        pause.wait(0.005)


class TestClocks:
    def test_a_clock_years_behind_is_corrected_by_the_server(self, computer, server):
        computer.now = NOW - timedelta(days=3 * 365)
        tool = computer.start()
        standing = tool.check()
        assert (standing.code, standing.warnings) == ("VALID", ("CLOCK_OFF",))
        assert tool.take().status == "online"

    def test_without_the_server_it_is_refused_by_name(self, computer, server):
        with computer.start().seat():
            pass
        server.first = [httpx.ConnectError("away")] * 50
        computer.now = NOW - timedelta(days=365)
        assert computer.start().check().code == "CLOCK_SET_BACK"
        computer.now = NOW + timedelta(hours=2)
        assert computer.start().check().code == "VALID"

    def test_a_clock_that_was_ahead_is_accepted_again_after_a_call_to_the_server(
        self, computer, server
    ):
        assert computer.start().check()
        computer.now = NOW + timedelta(days=365)
        server.first = [httpx.ConnectError("away")] * 3
        assert computer.start().check().code == "OFFLINE_TOO_LONG"
        computer.now = server.now = NOW + timedelta(hours=1)
        assert computer.start().check().warnings == ()
        server.first = [httpx.ConnectError("away")] * 3
        assert computer.start().check().code == "VALID"

    def test_a_small_step_back_is_warned_about(self, computer, server):
        assert computer.start().check()
        server.first = [httpx.ConnectError("away")] * 50
        computer.now = NOW - timedelta(hours=3)
        standing = computer.start().check()
        assert (standing.code, standing.warnings) == ("VALID", ("CLOCK_OFF",))

    def test_a_server_that_repeats_an_old_file_does_not_set_the_time_back(self, computer, server):
        assert computer.start().check()
        computer.now = NOW + timedelta(days=29)
        server.now = NOW - timedelta(days=5)
        assert computer.start().check().code == "OLDER_FILE"

    def test_a_clock_that_is_set_back_while_the_tool_runs(self, computer, server):
        tool = computer.start()
        assert tool.check()
        computer.now = NOW - timedelta(days=365)
        assert tool.check().file is not None
        computer.now = NOW + timedelta(days=40)
        server.first = [httpx.ConnectError("away")] * 3
        assert tool.check().code == "OFFLINE_TOO_LONG"


class TestDisk:
    def test_stored_files_are_readable_by_their_user_only(self, computer):
        with computer.start().seat():
            pass
        kept = [one for one in computer.folder.rglob("*") if one.is_file()]
        assert {one.name for one in kept} == {"seat.json", "state.json"}
        assert {stat.S_IMODE(one.stat().st_mode) for one in kept} == {0o600}
        assert not [one for one in kept if KEY in one.read_text() or KEY in str(one)]

    @pytest.mark.parametrize(
        "spoiled",
        [b"", b"{", b"[]", b'{"mark": 5, "newest": 3}', b"\xff", b"[" * 100_000,
         b'{"mark": "9999-12-31T23:59:59+00:00"}', b'{"mark": "0001-01-01T00:00:00+14:00"}',
         b'{"newest": {"license.json": {"issuedAt": "9999-12-31T23:59:59Z", "signature": "", "dates": {}}}}',
         b'{"refused": {"code": 5, "at": "0001-01-01"}}'],
    )  # fmt: skip
    def test_a_spoiled_memory_is_made_anew(self, computer, server, spoiled):
        assert computer.start().check()
        for path in computer.folder.rglob("state.json"):
            path.write_bytes(spoiled)
        server.first = [httpx.ConnectError("away")]
        assert computer.start().check()
        assert computer.start().check(fresh=True)

    def test_without_a_home_the_tool_works_with_the_server(self, computer, monkeypatch):
        """A container whose user has no entry, and no HOME."""

        def fails() -> Path:
            raise RuntimeError("Could not determine home directory.")

        monkeypatch.delenv("XDG_STATE_HOME", raising=False)
        monkeypatch.setattr("gatehouse_license.store.Path.home", fails)
        computer.folder = None
        assert computer.start().check()
        assert computer.start().take().status == "online"

    def test_what_the_server_refused_is_remembered_although_the_disk_is_full(
        self, computer, server, monkeypatch
    ):
        tool = computer.start()
        held = tool.take()

        def fails(*_: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr("gatehouse_license.store.os.fsync", fails)
        server.first = [httpx.Response(409, json={"code": "REVOKED", "message": "no"})]
        tool.beat(held)
        server.first = [httpx.ConnectError("away")] * 9
        tool.beat(held)
        assert (held.status, tool.check().code) == ("lost", "REVOKED")

    def test_a_spoiled_file_is_fetched_again(self, computer, server):
        assert computer.start().check()
        for path in computer.folder.rglob("license.json"):
            path.write_bytes(path.read_bytes()[:100])
        assert computer.start().check()
        server.first = [httpx.ConnectError("away")] * 3
        assert computer.start().check()

    def test_where_nothing_can_be_written_the_tool_works_with_the_server(self, server, tmp_path):
        (tmp_path / "kept").write_text("a file in the way of the folder")
        computer = Computer(server, tmp_path / "kept")
        assert computer.start().check()
        assert computer.start().take().status == "online"
        server.first = [httpx.ConnectError("away")] * 9
        assert computer.start().check().code == "UNREACHABLE"

    def test_a_write_that_fails_leaves_what_was_there(self, computer, monkeypatch):
        assert computer.start().check()
        before = {path: path.read_bytes() for path in computer.folder.rglob("*.json")}

        def fails(*_: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr("gatehouse_license.store.os.fsync", fails)
        assert computer.start().check(fresh=True)
        assert {
            path: path.read_bytes() for path in computer.folder.rglob("*") if path.is_file()
        } == before

    def test_of_ten_thousand_waiting_events_the_oldest_go(self, computer, server, monkeypatch):
        monkeypatch.setattr("gatehouse_license.usage.MOST_WAITING", 5)
        monkeypatch.setattr("gatehouse_license.usage.AT_ONCE", 2)
        tool = computer.start()
        for number in range(8):
            tool.report(f"event.{number}")
        assert tool.flush() == 5
        assert server.asked == ["POST /api/v1/license/usage"] * 3

    def test_events_that_the_server_never_takes_do_not_stand_in_the_way(self, computer, server):
        tool = computer.start()
        tool.report("one")
        server.first = [httpx.Response(400, json={"code": "INVALID_REQUEST", "message": "no"})]
        assert tool.flush() == 0
        tool.report("two")
        assert tool.flush() == 1


@pytest.fixture
def handlers() -> Iterator[None]:
    """Those of the test run are restored."""
    before = signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGHUP)
    signals._open_licenses.clear()
    signals._releases.clear()
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGTERM, before[0])
    signal.signal(signal.SIGHUP, before[1])


def test_handlers_of_the_program_are_its_own(computer, handlers):
    def own(*_: object) -> None:
        return

    signal.signal(signal.SIGTERM, own)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    with computer.start() as tool, tool.seat():
        assert signal.getsignal(signal.SIGTERM) is own
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    assert signal.getsignal(signal.SIGTERM) is own
    assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN


def test_default_actions_return_when_the_last_license_is_closed(computer, handlers):
    def own(*_: object) -> None:
        return

    with computer.start() as tool, tool.seat():
        with computer.start() as other, other.seat():
            assert signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL
        assert signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL
        # One that the program sets meanwhile stays.
        signal.signal(signal.SIGHUP, own)
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    assert signal.getsignal(signal.SIGHUP) is own


def test_a_license_of_another_thread_needs_no_handler(computer, handlers):
    seen: list[object] = []

    def hold() -> None:
        with computer.start() as tool, tool.seat() as seat:
            seen.extend([seat.status, signal.getsignal(signal.SIGHUP)])

    thread = threading.Thread(target=hold)
    thread.start()
    thread.join()
    assert seen == ["online", signal.SIG_DFL]
