"""A pooler in transaction mode, as PgBouncer, at its worst: each transaction is another server process's."""

import asyncio
import struct
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from urllib.parse import parse_qs, urlsplit

SSL_REQUEST, CANCEL_REQUEST = 80877103, 80877102
HANDED_ON = {"user", "database", "client_encoding", "application_name", "timezone"}
SERVER_PROCESSES = 3
IDLE = b"I"


@dataclass
class Process:
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter


class Pooler:
    """`lent`: how often a server process was."""

    def __init__(self, socket_path: str, database: str) -> None:
        self._socket_path = socket_path
        self._database = database
        self._idle: deque[Process] = deque()
        self._freed = asyncio.Semaphore(0)
        self._greeting = b""
        self.lent = 0

    async def start(self) -> None:
        for _ in range(SERVER_PROCESSES):
            process = Process(*await asyncio.open_unix_connection(self._socket_path))
            words = b"user\0postgres\0database\0" + self._database.encode() + b"\0\0"
            process.writer.write(struct.pack("!ii", len(words) + 8, 196608) + words)
            self._greeting = b""
            kind = b""
            while kind != b"Z":
                kind, message = await _message(process.reader)
                self._greeting += message
            self._give_back(process)

    async def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            if await self._greet(reader, writer):
                await self._serve(reader, writer)
        except* (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async def _greet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        length, code = struct.unpack("!ii", await reader.readexactly(8))
        if code == CANCEL_REQUEST:
            return False
        if code == SSL_REQUEST:
            writer.write(b"N")
            return await self._greet(reader, writer)
        words = (await reader.readexactly(length - 8)).decode().rstrip("\0").split("\0")
        unknown = {name.lower() for name in words[::2]} - HANDED_ON
        if unknown:
            refusal = f"SFATAL\0C08P01\0Munsupported startup parameter: {min(unknown)}\0\0".encode()
            writer.write(b"E" + struct.pack("!i", len(refusal) + 4) + refusal)
            return False
        writer.write(self._greeting)
        return True

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Each round is a transaction: until the process says that it is in none."""
        async with asyncio.TaskGroup() as tasks:
            heard = tasks.create_task(_message(reader))
            while (await heard)[0] != b"X":
                await self._freed.acquire()
                process = self._idle.popleft()
                self.lent += 1
                over = tasks.create_task(_hand_on(process.reader, writer))
                while not over.done():
                    if heard.done():
                        process.writer.write(heard.result()[1])
                        heard = tasks.create_task(_message(reader))
                    await asyncio.wait({heard, over}, return_when=asyncio.FIRST_COMPLETED)
                self._give_back(process)

    def _give_back(self, process: Process) -> None:
        self._idle.append(process)
        self._freed.release()

    def close(self) -> None:
        for process in self._idle:
            process.writer.close()


async def _hand_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Until the process is in no transaction."""
    message = b""
    while not (message[:1] == b"Z" and message[-1:] == IDLE):
        _, message = await _message(reader)
        writer.write(message)


async def _message(reader: asyncio.StreamReader) -> tuple[bytes, bytes]:
    head = await reader.readexactly(5)
    return head[:1], head + await reader.readexactly(struct.unpack("!i", head[1:])[0] - 4)


@asynccontextmanager
async def pooler_of(url: str) -> AsyncIterator[tuple[Pooler, str]]:
    """The pooler, and the address of the same database through it."""
    parts = urlsplit(url)
    folder = parse_qs(parts.query)["host"][0]
    pooler = Pooler(f"{folder}/.s.PGSQL.5432", parts.path.lstrip("/"))
    await pooler.start()
    server = await asyncio.start_server(pooler.accept, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    try:
        yield pooler, f"postgresql://postgres@127.0.0.1:{port}{parts.path}"
    finally:
        server.close()
        pooler.close()
