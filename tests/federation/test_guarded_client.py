"""What servers that customers name try with our client: to lead it somewhere else. The table of addresses is
in tests/kit/test_outbound.py."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest

from gatehouse.kit.outbound import AddressRefused, Outbound
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
async def test_nobody_follows_to_where_a_server_points(method: str, status: int):
    async with Listener().running() as inside:
        where = f"http://127.0.0.1:{inside.port}/secret"
        head = f"HTTP/1.1 {status} Go\r\nlocation: {where}\r\ncontent-length: 0\r\n\r\n"
        async with Listener(head.encode()).running() as outside:
            url = f"http://127.0.0.1:{outside.port}/"
            answer = await ask(Outbound(LOOPBACK), method, url)
        assert (answer.status, answer.location) == (status, where)
        assert inside.calls == []


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
