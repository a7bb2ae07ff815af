"""A way to PostgreSQL that can fall silent, as a frozen server or a lost network does."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import parse_qs, urlsplit

# In the first message of the connection by which a process hears of a changed configuration.
LISTENER = b"gatehouse configuration"


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
        await self._forward(reader, writer, self._speaks)

    async def _forward(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        speaks: asyncio.Event,
        first: bytes = b"",
    ) -> None:
        inner_reader, inner_writer = await asyncio.open_unix_connection(self._socket_path)
        inner_writer.write(first)
        for source, target in ((reader, inner_writer), (inner_reader, writer)):
            task = asyncio.create_task(self._pump(source, target, speaks))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pump(
        self, source: asyncio.StreamReader, target: asyncio.StreamWriter, speaks: asyncio.Event
    ) -> None:
        try:
            while data := await source.read(65536):
                await speaks.wait()
                target.write(data)
                await target.drain()
        except ConnectionError:
            pass
        finally:
            target.close()


class ListenerProxy(SilentProxy):
    """Only the connection that listens for a changed configuration falls silent or is cut."""

    def __init__(self, socket_path: str) -> None:
        super().__init__(socket_path)
        self._always = asyncio.Event()
        self._always.set()
        self._listener: asyncio.StreamWriter | None = None
        self._is_cut = False

    @property
    def has_listener(self) -> bool:
        return self._listener is not None and not self._listener.is_closing()

    def cut(self) -> None:
        """Close it, and each that the process opens in its place."""
        self._is_cut = True
        if self._listener is not None:
            self._listener.transport.abort()

    def mend(self) -> None:
        self._is_cut = False

    async def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        first = await _read_startup_message(reader, writer)
        if LISTENER not in first:
            await self._forward(reader, writer, self._always, first)
        elif self._is_cut:
            writer.transport.abort()
        else:
            self._listener = writer
            await self._forward(reader, writer, self._speaks, first)


async def _read_startup_message(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> bytes:
    """What names the application. A client asks for encryption before, in eight bytes."""
    while True:
        length = await reader.readexactly(4)
        message = length + await reader.readexactly(int.from_bytes(length) - 4)
        if len(message) > 8:
            return message
        writer.write(b"N")


@asynccontextmanager
async def silent_proxy(url: str) -> AsyncIterator[tuple[SilentProxy, str]]:
    """The proxy, and the URL of the same database through it."""
    proxy = SilentProxy(_find_socket(url))
    async with _serve(proxy, url) as through:
        yield proxy, through


@asynccontextmanager
async def listener_proxy(url: str) -> AsyncIterator[tuple[ListenerProxy, str]]:
    """The proxy, and the URL of the same database through it."""
    proxy = ListenerProxy(_find_socket(url))
    async with _serve(proxy, url) as through:
        yield proxy, through


def _find_socket(url: str) -> str:
    return f"{parse_qs(urlsplit(url).query)['host'][0]}/.s.PGSQL.5432"


@asynccontextmanager
async def _serve(proxy: SilentProxy, url: str) -> AsyncIterator[str]:
    server = await asyncio.start_server(proxy.accept, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    try:
        yield f"postgresql://postgres@127.0.0.1:{port}{urlsplit(url).path}"
    finally:
        proxy.speak()
        server.close()
