"""What reaches the socket before there is a request."""

import asyncio
import asyncio.selector_events
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from time import monotonic
from typing import Any

import httpx
import pytest
import uvicorn
from fastapi import APIRouter, Request, Response
from starlette.types import ASGIApp

from gatehouse.kit import bounded_http
from gatehouse.kit.bounded_http import BoundedHttp
from tests.small_app import behind_the_edge

PIECE = b"a" * 1_000_000


async def _app(scope: Any, receive: Any, send: Any) -> None:
    body = b""
    while (message := await receive()).get("more_body"):
        body += message["body"]
    body += message["body"]
    await send(
        {"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]}
    )
    await send({"type": "http.response.body", "body": b"ok"})


@asynccontextmanager
async def serving(app: ASGIApp) -> AsyncIterator[int]:
    """The port of a real server."""
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(app, http=BoundedHttp, lifespan="off", log_level="critical")
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve(sockets=[listener]))
    yield listener.getsockname()[1]
    server.should_exit = True
    await task


@pytest.fixture
async def port() -> AsyncIterator[int]:
    async with serving(_app) as opened:
        yield opened


async def test_a_head_that_never_ends_is_cut_off(port: int):
    _, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: ")
    with pytest.raises(ConnectionError):
        await _pour(writer, megabytes=64)


@pytest.mark.parametrize("begun", ["0\r\nX-Long: ", "0\r\n", "3;"])
async def test_what_never_ends_behind_a_body_is_cut_off(port: int, begun: str):
    """Headers there fill the memory as those before it do."""
    _, writer = await asyncio.open_connection("127.0.0.1", port)
    head = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    writer.write(f"{head}{begun}".encode())
    piece = b"X-A: b\r\n" * 100_000 if begun == "0\r\n" else PIECE
    with pytest.raises(ConnectionError):
        await _pour(writer, megabytes=64, piece=piece)


async def test_requests_that_wait_without_end_are_cut_off():
    """Each takes forty times as much memory as it is long."""
    may_answer = asyncio.Event()

    async def app(scope, receive, send):
        await may_answer.wait()
        await _app(scope, receive, send)

    async with serving(app) as opened:
        reader, writer = await asyncio.open_connection("127.0.0.1", opened)
        writer.write(STAYING * 500)
        try:
            # What it has not read may take the refusal along.
            with suppress(ConnectionError):
                heard = await asyncio.wait_for(reader.read(), timeout=30)
                assert heard.startswith(b"HTTP/1.1 400")
        finally:
            writer.close()
            may_answer.set()


async def test_a_header_behind_a_body_is_none_of_the_request():
    async def app(scope, receive, send):
        while (await receive()).get("more_body"):
            pass
        told = b" ".join(name for name, _ in scope["headers"])
        length = (b"content-length", b"%d" % len(told))
        await send({"type": "http.response.start", "status": 200, "headers": [length]})
        await send({"type": "http.response.body", "body": told})

    head = b"POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
    async with serving(app) as opened:
        heard = await asked(opened, head + b"2\r\nhi\r\n0\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n")
    assert heard.endswith(b"\r\n\r\nhost connection transfer-encoding")


async def test_a_body_that_comes_with_the_rest_of_its_head_is_no_head(port: int, monkeypatch):
    """However much of it there is."""
    begun = asyncio.Event()
    begin = BoundedHttp.on_message_begin

    def noted(self: BoundedHttp) -> None:
        begin(self)
        begun.set()

    monkeypatch.setattr(BoundedHttp, "on_message_begin", noted)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for _ in range(3):
        writer.write(b"POST / HTTP/1.1\r\nHo")
        await asyncio.wait_for(begun.wait(), timeout=30)
        begun.clear()
        writer.write(b"st: x\r\nContent-Length: 900000\r\n\r\n" + b"b" * 900_000)
        answer = await asyncio.wait_for(reader.readuntil(b"ok"), timeout=30)
        assert answer.startswith(b"HTTP/1.1 200")
    writer.close()


async def _pour(writer: asyncio.StreamWriter, megabytes: int, piece: bytes = PIECE) -> None:
    for _ in range(megabytes):
        writer.write(piece)
        await writer.drain()


async def test_a_connection_that_asks_nothing_is_closed(port: int, monkeypatch):
    monkeypatch.setattr(bounded_http, "HEAD_SECONDS", 0.05)
    for begun in (b"", b"GET / HTTP/1.1\r\nHost: x\r\n"):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(begun)
        assert await asyncio.wait_for(reader.read(), timeout=30) == b""
        writer.close()


async def test_a_connection_is_kept_while_it_asks_and_closed_when_it_does_so_no_more(
    port, monkeypatch
):
    kept_for = 0.2
    made = BoundedHttp.connection_made

    def impatient(self: BoundedHttp, transport: asyncio.Transport) -> None:
        made(self, transport)
        self.timeout_keep_alive = kept_for  # type: ignore[assignment]

    monkeypatch.setattr(BoundedHttp, "connection_made", impatient)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    began = monotonic()
    while monotonic() < began + 3 * kept_for:
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert (await reader.readuntil(b"ok")).startswith(b"HTTP/1.1 200")
    answered = monotonic()
    assert await asyncio.wait_for(reader.read(), timeout=30) == b""
    assert monotonic() > answered + kept_for / 2
    writer.close()


async def test_a_second_request_that_stays_unfinished_is_closed_too(port: int, monkeypatch):
    monkeypatch.setattr(bounded_http, "HEAD_SECONDS", 0.05)
    for begun in (b"GET / HTTP/1.1\r\nHost:", b"\r\n"):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        await reader.readuntil(b"ok")
        writer.write(begun)
        assert await asyncio.wait_for(reader.read(), timeout=30) == b"", begun
        writer.close()


async def test_an_answer_leaves_in_one_piece(port: int, monkeypatch):
    pieces = []
    transport = asyncio.selector_events._SelectorSocketTransport  # type: ignore[attr-defined]
    write = transport.write

    def record(self: object, data: bytes) -> None:
        pieces.append(bytes(data))
        write(self, data)

    monkeypatch.setattr(transport, "write", record)
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as browser:
        assert (await browser.get("/")).text == "ok"
        assert (await browser.head("/")).status_code == 200
    answers = [piece for piece in pieces if piece.startswith(b"HTTP/1.1 200")]
    assert [answer.rpartition(b"\r\n\r\n")[2] for answer in answers] == [b"ok", b""]


def answering(*headers: tuple[bytes, bytes]) -> ASGIApp:
    async def app(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"ok"})

    return app


def large(length: int) -> ASGIApp:
    async def app(scope, receive, send):
        headers = [(b"content-length", b"%d" % length)]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": bytes(length)})

    return app


def reading_little(port: int) -> socket.socket:
    """A client that receives no more than a few packets of an answer unless it reads on."""
    caller = socket.socket()
    caller.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    caller.connect(("127.0.0.1", port))
    caller.setblocking(False)
    return caller


@pytest.mark.parametrize("requests", [1, 3])
async def test_a_client_that_never_reads_the_answer_is_disconnected(monkeypatch, requests: int):
    """Also with more requests behind it, which wait for their turn."""
    monkeypatch.setattr(bounded_http, "READER_SECONDS", 0.1)
    transport = asyncio.selector_events._SelectorSocketTransport  # type: ignore[attr-defined]
    write, late = transport.write, []

    def record(self: Any, data: bytes) -> None:
        late.extend([data[:20]] if self.is_closing() else [])
        write(self, data)

    monkeypatch.setattr(transport, "write", record)
    async with serving(large(32_000_000)) as opened, asyncio.timeout(30):
        with reading_little(opened) as caller:
            await asyncio.get_running_loop().sock_sendall(caller, STAYING * requests)
            while not caller.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
    assert late == []


async def test_a_client_that_reads_slowly_gets_the_whole_answer(monkeypatch):
    """Less in a second than what the system holds for them."""
    monkeypatch.setattr(bounded_http, "READER_SECONDS", 0.5)
    loop, length = asyncio.get_running_loop(), 4_000_000
    async with serving(large(length)) as opened:
        with reading_little(opened) as caller:
            await loop.sock_sendall(caller, LEAVING)
            heard = 0
            while piece := await loop.sock_recv(caller, 100_000):
                heard += len(piece)
                await asyncio.sleep(0.005)
    assert heard > length


STAYING = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
LEAVING = b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"


async def asked(port: int, requests: bytes = STAYING + LEAVING) -> bytes:
    """All that is answered until the server closes the connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(requests)
    heard = await asyncio.wait_for(reader.read(), timeout=30)
    writer.close()
    return heard


@pytest.mark.parametrize("end", ["\r\n", "\n", "\r", "\x00", "\x7f"])
@pytest.mark.parametrize("length", [b"2", None])
async def test_no_header_begins_another_one(end: str, length: bytes | None):
    """Whatever of a caller's words gets into a header."""
    known = [(b"content-length", length)] if length else []
    said = (b"x-said", f"a{end}Set-Cookie: b=c".encode())
    async with serving(answering(*known, said)) as opened:
        assert b"set-cookie" not in (await asked(opened)).lower()


async def test_an_answer_tells_its_headers_and_those_of_the_server():
    async with serving(answering((b"content-length", b"2"), (b"x-said", b"a\tb"))) as opened:
        heard = await asked(opened)
    answers = [answer for answer in heard.split(b"HTTP/1.1 200 OK\r\n") if answer]
    assert len(answers) == 2
    for answer in answers:
        head, _, body = answer.partition(b"\r\n\r\n")
        assert body == b"ok"
        told = {*head.split(b"\r\n")}
        assert {b"x-said: a\tb", b"content-length: 2", b"server: uvicorn"} <= told
    assert [b"connection: close" in answer for answer in answers] == [False, True]


@pytest.mark.parametrize("length", [b"1", b"3"])
async def test_an_answer_of_another_length_than_it_says_ends_the_connection(length: bytes):
    async with serving(answering((b"content-length", length))) as opened:
        assert (await asked(opened)).count(b"HTTP/1.1") == 1


async def test_where_no_length_is_known_the_end_is_told():
    async with serving(answering()) as opened:
        heard = await asked(opened)
    assert heard.count(b"transfer-encoding: chunked") == 2
    assert heard.count(b"\r\n2\r\nok\r\n0\r\n\r\n") == 2


async def test_an_http_1_0_client_is_told_that_the_connection_closes(port: int):
    heard = await asked(port, b"GET / HTTP/1.0\r\n\r\n")
    assert b"connection: close" in heard
    assert heard.endswith(b"\r\n\r\nok")


async def test_requests_that_come_together_are_answered_in_turn(port: int):
    heard = await asked(port, STAYING * 3 + LEAVING)
    assert heard.count(b"HTTP/1.1 200") == heard.count(b"\r\n\r\nok") == 4


async def test_an_error_before_the_first_part_of_an_answer_is_reported():
    async def app(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})
        raise RuntimeError

    async with serving(app) as opened:
        assert (await asked(opened)).startswith(b"HTTP/1.1 500")


async def test_expect_100_continue_is_answered_at_once(port: int):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    head = b"POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n"
    writer.write(head)
    heard = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), timeout=30)
    assert heard.startswith(b"HTTP/1.1 100")
    writer.write(b"hi")
    assert (await asyncio.wait_for(reader.readuntil(b"ok"), 5)).startswith(b"HTTP/1.1 200")
    writer.close()


async def test_an_honest_client_notices_nothing(port: int, monkeypatch):
    monkeypatch.setattr(bounded_http, "HEAD_SECONDS", 0.2)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for size in (0, 900_000, 0, 100_000):
        head = f"POST / HTTP/1.1\r\nHost: x\r\nX-A: {'a' * 8000}\r\nContent-Length: {size}\r\n\r\n"
        writer.write(head.encode() + b"b" * size)
        answer = await asyncio.wait_for(reader.readuntil(b"ok"), timeout=30)
        assert answer.startswith(b"HTTP/1.1 200")
    writer.close()


@pytest.mark.parametrize(
    "headers",
    [
        "Content-Length: 2\r\nContent-Length: 2",
        "Content-Length: 2\r\nContent-Length: 40",
        "Content-Length: 2\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: xchunked",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
        "Transfer-Encoding : chunked",
        "Content-Length: +2",
        "X-A: 1\r\n Content-Length: 40\r\nContent-Length: 2",
        "X-A: 1\nContent-Length: 2",
        "X-A: 1\rContent-Length: 2",
    ],
)
async def test_a_request_whose_end_two_servers_may_see_differently_is_refused(
    port: int, headers: str
):
    """A proxy that reads the length otherwise would take the rest for a request (RFC 9112 §11.2)."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"POST / HTTP/1.1\r\nHost: x\r\n{headers}\r\n\r\nok".encode())
    answer = await asyncio.wait_for(reader.read(), timeout=30)
    assert answer.startswith(b"HTTP/1.1 400")
    assert answer.count(b"HTTP/1.1") == 1
    writer.close()


LIMIT = 100_000
TRIPLE = 3 * LIMIT


router = APIRouter()


@router.post("/")
async def read(request: Request) -> Response:
    await request.body()
    return Response("ok")


@pytest.fixture
async def gate(settings) -> AsyncIterator[int]:
    """The port of a server that takes bodies up to the limit."""
    bounded = settings.model_copy(update={"max_body_bytes": LIMIT})
    async with serving(behind_the_edge(router, bounded)) as opened:
        yield opened


def chunked(size: int) -> bytes:
    """A body in pieces of 10,000 bytes, as clients send it that do not know its length."""
    return (b"2710\r\n" + b"b" * 10_000 + b"\r\n") * (size // 10_000)


@pytest.mark.parametrize("keep_alive", ["keep-alive", "close"])
@pytest.mark.parametrize("length", [f"Content-Length: {TRIPLE}", "Transfer-Encoding: chunked"])
async def test_a_body_that_grows_too_large_is_answered_413(gate, length, keep_alive):
    """A client that reads only when it has sent everything: it neither breaks off nor waits."""
    client = socket.create_connection(("127.0.0.1", gate))
    client.settimeout(10)
    head = f"POST / HTTP/1.1\r\nHost: x\r\nConnection: {keep_alive}\r\n{length}\r\n\r\n"
    body = chunked(TRIPLE) + b"0\r\n\r\n" if "chunked" in length else b"b" * TRIPLE

    def send_all_then_read() -> bytes:
        client.sendall(head.encode())
        for start in range(0, len(body), 5000):
            client.sendall(body[start : start + 5000])
        heard = b""
        while piece := client.recv(65536):
            heard += piece
        return heard

    heard = await asyncio.to_thread(send_all_then_read)
    client.close()
    assert heard.startswith(b"HTTP/1.1 413")
    assert heard.count(b"HTTP/1.1") == 1
    assert b"request.too_large" in heard
    assert b"connection: close" in heard.lower()


@pytest.mark.parametrize("length", ["Content-Length: 100000000", "Transfer-Encoding: chunked"])
async def test_what_is_read_of_too_much_has_an_end(gate, length):
    """Else one caller could keep the server reading."""
    _, writer = await asyncio.open_connection("127.0.0.1", gate)
    writer.write(f"POST / HTTP/1.1\r\nHost: x\r\n{length}\r\n\r\n".encode())
    piece = chunked(1_000_000) if "chunked" in length else b"b" * 1_000_000
    with pytest.raises(ConnectionError):
        await _pour(writer, megabytes=100, piece=piece)


async def test_an_announced_body_that_is_too_large_is_answered_and_the_connection_closed(
    gate, monkeypatch
):
    monkeypatch.setattr("gatehouse.kit.request_limits.DRAIN_SECONDS", 0.05)
    reader, writer = await asyncio.open_connection("127.0.0.1", gate)
    writer.write(f"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: {TRIPLE}\r\n\r\n".encode())
    heard = await asyncio.wait_for(reader.read(), timeout=30)
    assert heard.startswith(b"HTTP/1.1 413")
    writer.close()


async def test_a_body_at_the_limit_passes_and_the_connection_stays(gate):
    reader, writer = await asyncio.open_connection("127.0.0.1", gate)
    for length, body in (
        (f"Content-Length: {LIMIT}", b"b" * LIMIT),
        ("Transfer-Encoding: chunked", chunked(LIMIT) + b"0\r\n\r\n"),
    ):
        writer.write(f"POST / HTTP/1.1\r\nHost: x\r\n{length}\r\n\r\n".encode() + body)
        assert (await asyncio.wait_for(reader.readuntil(b"ok"), 5)).startswith(b"HTTP/1.1 200")
    writer.close()
