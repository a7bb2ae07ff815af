"""A way to PostgreSQL that can fall silent, as a frozen server or a lost network does."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import parse_qs, urlsplit


class SilentProxy:
    """Forwards until `silence()`; then it takes connections and bytes, and says nothing more."""

    def __init__(self, socket_path: str) -> None:
        self._socket_path = socket_path
        self._speaks = asyncio.Event()
        self._speaks.set()
        self._tasks: set[asyncio.Task[None]] = set()

    def silence(self) -> None:
        self._speaks.clear()

    def speak(self) -> None:
        self._speaks.set()

    async def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._speaks.wait()
        inner_reader, inner_writer = await asyncio.open_unix_connection(self._socket_path)
        for source, target in ((reader, inner_writer), (inner_reader, writer)):
            task = asyncio.create_task(self._pump(source, target))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pump(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        try:
            while data := await source.read(65536):
                await self._speaks.wait()
                target.write(data)
                await target.drain()
        except ConnectionError:
            pass
        finally:
            target.close()


@asynccontextmanager
async def silent_proxy(url: str) -> AsyncIterator[tuple[SilentProxy, str]]:
    """The proxy, and the URL of the same database through it."""
    parts = urlsplit(url)
    folder = parse_qs(parts.query)["host"][0]
    proxy = SilentProxy(f"{folder}/.s.PGSQL.5432")
    server = await asyncio.start_server(proxy.accept, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    try:
        yield proxy, f"postgresql://postgres@127.0.0.1:{port}{parts.path}"
    finally:
        proxy.speak()
        server.close()
