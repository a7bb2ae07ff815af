"""A keep-alive connection whose requests depend on answers: little work beside that of the server."""

import asyncio
import json
import time
from dataclasses import dataclass
from typing import Any, Self

from benchmarks.connection import complete


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    seconds: float
    content: bytes

    @property
    def body(self) -> Any:
        return json.loads(self.content)


class Refused(Exception):
    """An answer that is no success; the message is its beginning."""


class Wire:
    """`async with Wire(port, headers) as wire: answer = await wire.send("GET", path)`. Who is told that the
    server is busy waits as long as it says and asks again, as directories do; `busy` counts these."""

    def __init__(self, port: int, headers: dict[str, str]) -> None:
        self._port = port
        lines = [
            f"Host: 127.0.0.1:{port}",
            *(f"{name}: {value}" for name, value in headers.items()),
        ]
        self._headers = "\r\n".join(lines)
        self.busy = 0

    async def __aenter__(self) -> Self:
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._writer.close()
        await self._writer.wait_closed()

    async def send(self, method: str, path: str, body: object = None) -> Answer:
        """`Refused`. `seconds` are those of all attempts together."""
        content = b"" if body is None else json.dumps(body).encode()
        length = f"Content-Length: {len(content)}"
        head = f"{method} {path} HTTP/1.1\r\n{self._headers}\r\n{length}\r\n\r\n"
        began = time.perf_counter()
        while True:
            self._writer.write(head.encode() + content)
            answer = await self._answer()
            status = int(answer[9:12])
            if status < 300:
                taken = time.perf_counter() - began
                return Answer(status, taken, answer.partition(b"\r\n\r\n")[2])
            if status != 503:
                raise Refused(f"{method} {path}: {answer[:600].decode(errors='replace')}")
            self.busy += 1
            await asyncio.sleep(1)

    async def _answer(self) -> bytes:
        answer = b""
        while not (complete(answer) or answer.startswith((b"HTTP/1.1 204", b"HTTP/1.1 304"))):
            part = await self._reader.read(1 << 16)
            if not part:
                raise Refused(f"the server went away: {answer[:600].decode(errors='replace')}")
            answer += part
        return answer
