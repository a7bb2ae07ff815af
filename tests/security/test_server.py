"""What reaches the socket before there is a request."""

import asyncio
import asyncio.selector_events
import socket
from collections.abc import AsyncIterator

import httpx
import pytest
import uvicorn

from gatehouse.kit import bounded_http
from gatehouse.kit.bounded_http import BoundedHttp


async def _app(scope, receive, send):
    body = b""
    while (message := await receive()).get("more_body"):
        body += message["body"]
    body += message["body"]
    await send(
        {"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]}
    )
    await send({"type": "http.response.body", "body": b"ok"})


@pytest.fixture
async def port() -> AsyncIterator[int]:
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(_app, http=BoundedHttp, lifespan="off", log_level="critical")
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    yield listener.getsockname()[1]
    server.should_exit = True
    await serving


async def test_a_head_that_never_ends_is_cut_off(port: int):
    _, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: ")
    with pytest.raises(ConnectionError):
        await _pour(writer, megabytes=64)


async def _pour(writer: asyncio.StreamWriter, megabytes: int) -> None:
    for _ in range(megabytes):
        writer.write(b"a" * 1_000_000)
        await writer.drain()


async def test_a_connection_that_asks_nothing_is_closed(port: int, monkeypatch):
    monkeypatch.setattr(bounded_http, "HEAD_SECONDS", 0.05)
    for begun in (b"", b"GET / HTTP/1.1\r\nHost: x\r\n"):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(begun)
        assert await asyncio.wait_for(reader.read(), timeout=5) == b""
        writer.close()


async def test_a_second_request_that_stays_unfinished_is_closed_too(port: int, monkeypatch):
    monkeypatch.setattr(bounded_http, "HEAD_SECONDS", 0.05)
    for begun in (b"GET / HTTP/1.1\r\nHost:", b"\r\n"):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        await reader.readuntil(b"ok")
        writer.write(begun)
        assert await asyncio.wait_for(reader.read(), timeout=5) == b"", begun
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


async def test_whoever_asks_first_whether_to_send_hears_at_once(port: int):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    head = b"POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n"
    writer.write(head)
    heard = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), timeout=5)
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
        answer = await asyncio.wait_for(reader.readuntil(b"ok"), timeout=5)
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
    answer = await asyncio.wait_for(reader.read(), timeout=5)
    assert answer.startswith(b"HTTP/1.1 400")
    assert answer.count(b"HTTP/1.1") == 1
    writer.close()
