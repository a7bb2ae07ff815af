"""A customer's server: it keeps what it is sent and answers as a test says."""

import asyncio
import json
import socket
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Received:
    path: str
    headers: dict[str, str]
    content: bytes

    @property
    def json(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.content)
        return found


@dataclass(frozen=True)
class Reply:
    status: int = 200
    text: str = "thanks"
    headers: str = ""
    breaks: bool = False  # closes without an answer
    waits: asyncio.Event | None = None


@dataclass
class Receiver:
    received: list[Received] = field(default_factory=list)
    reply: Callable[[Received], Reply] = lambda _: Reply()
    url: str = ""
    running: int = 0
    most_at_once: int = 0

    def keys(self) -> list[str]:
        return [one.json["eventKey"] for one in self.received]

    async def serve(self) -> asyncio.Server:
        listening = socket.socket()
        listening.bind(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{listening.getsockname()[1]}/hook"
        return await asyncio.start_server(self._answer, sock=listening)

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.running += 1
        self.most_at_once = max(self.most_at_once, self.running)
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            headers: dict[str, str] = {}
            for line in head[1:]:
                name, colon, value = line.partition(": ")
                if colon:
                    headers[name.lower()] = value
            content = await reader.readexactly(int(headers.get("content-length", "0")))
            request = Received(head[0].split(" ")[1], headers, content)
            self.received.append(request)
            reply = self.reply(request)
            if reply.waits:
                await reply.waits.wait()
            if not reply.breaks:
                text = reply.text.encode()
                writer.write(
                    f"HTTP/1.1 {reply.status} X\r\ncontent-length: {len(text)}\r\n{reply.headers}"
                    "connection: close\r\n\r\n".encode()
                    + text
                )
                await writer.drain()
        finally:
            self.running -= 1
            writer.close()
