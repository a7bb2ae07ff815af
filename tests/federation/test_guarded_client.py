"""What servers that customers name try with our client: to lead it somewhere else. The table of addresses is
in tests/kit/test_outbound.py."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest

from gatehouse.kit.outbound import AddressRefused, Outbound, Unreachable
from tests.federation.conftest import LOOPBACK

METHODS = ("get", "post")


@dataclass
class Listener:
    """Answers every call alike, and counts them."""

    answer: bytes = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"
    calls: list[bytes] = field(default_factory=list)
    port: int = 0

    @asynccontextmanager
    async def running(self) -> AsyncIterator["Listener"]:
        server = await asyncio.start_server(self._answer, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        async with server:
            yield self

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.calls.append(await reader.readuntil(b"\r\n\r\n"))
        writer.write(self.answer)
        await writer.drain()
        writer.close()


async def ask(client: Outbound, method: str, url: str) -> Any:
    return await (client.get(url) if method == "get" else client.post(url, b"x", {}))


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_redirects_are_not_followed(method: str, status: int):
    async with Listener().running() as inside:
        where = f"http://127.0.0.1:{inside.port}/secret"
        head = f"HTTP/1.1 {status} Go\r\nlocation: {where}\r\ncontent-length: 0\r\n\r\n"
        async with Listener(head.encode()).running() as outside:
            url = f"http://127.0.0.1:{outside.port}/"
            answer = await ask(Outbound(LOOPBACK), method, url)
        assert (answer.status, answer.location) == (status, where)
        assert inside.calls == []


PRELUDE = b"HTTP/1.1 103 Early Hints\r\nlink: </a.css>\r\n\r\n"


@asynccontextmanager
async def endless(head: bytes, piece: bytes) -> AsyncIterator[str]:
    """A server that sends for as long as a client listens; its address."""

    async def go_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(head)
            while True:
                writer.write(piece)
                await writer.drain()
        except ConnectionError:
            writer.close()

    server = await asyncio.start_server(go_on, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"


@pytest.mark.parametrize(
    ("head", "piece"),
    [
        (b"", b"HTTP/1.1 100 Continue\r\n\r\n" * 2000),
        (b"", PRELUDE * 500),
        (b"HTTP/1.1 200 OK\r\n", b"x: y\r\n" * 1000),
        (b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n", b"1\r\na\r\n" * 5000),
    ],
    ids=["continue", "hints", "headers", "bytes"],
)
async def test_what_is_out_of_proportion_is_not_read_on(head: bytes, piece: bytes):
    """Reading it took seconds in which no other request was served."""
    async with endless(head, piece) as url:
        with pytest.raises(Unreachable, match="broke"):
            await Outbound(LOOPBACK, seconds=60).get(url, most=200_000)


async def test_hints_before_an_answer_and_long_headers_are_taken():
    headers = b"".join(b"x-%d: %s\r\n" % (number, b"y" * 100) for number in range(90))
    answer = PRELUDE * 3 + b"HTTP/1.1 200 OK\r\n" + headers + b"content-length: 150000\r\n\r\n"
    async with Listener(answer + b"a" * 150_000).running() as server:
        found = await Outbound(LOOPBACK).get(f"http://127.0.0.1:{server.port}/", most=200_000)
    assert (found.status, len(found.content)) == (200, 150_000)


@pytest.mark.parametrize("method", METHODS)
async def test_a_name_that_changes_its_mind_is_asked_once(
    monkeypatch: pytest.MonkeyPatch, method: str
):
    """DNS rebinding: the first answer is judged, and the connection goes to exactly that address."""
    answers = iter(["127.0.0.1", "10.0.0.1"])
    real = socket.getaddrinfo

    def resolve(host: Any, *rest: Any, **more: Any) -> Any:
        if host != "rebinding.example":
            return real(host, *rest, **more)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (next(answers), 80))]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    async with Listener().running() as server:
        url = f"http://rebinding.example:{server.port}/"
        answer = await ask(Outbound(LOOPBACK), method, url)
        assert answer.status == 200
        assert b"host: rebinding.example:" in server.calls[0].lower()
        with pytest.raises(AddressRefused):
            await ask(Outbound(LOOPBACK), method, url)
        assert len(server.calls) == 1
