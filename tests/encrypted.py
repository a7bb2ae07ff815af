"""A way to PostgreSQL that takes encrypted connections alone, as servers of providers do (`hostssl`)."""

import asyncio
import ssl
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from tests.providers.smtp_server import make_certificate

SSL_REQUEST = 80877103
REFUSAL = b'SFATAL\0C28000\0Mno pg_hba.conf entry for host "127.0.0.1", no encryption\0\0'


class EncryptedWay:
    """`plain`: how many asked to go on in plain text; `encrypted`: how many did not."""

    def __init__(self, socket_path: str, certificate: Path) -> None:
        self._socket_path = socket_path
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.load_cert_chain(certificate)
        self._tasks: set[asyncio.Task[None]] = set()
        self.plain = self.encrypted = 0

    async def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            _, code = struct.unpack("!ii", await reader.readexactly(8))
            if code != SSL_REQUEST:
                self.plain += 1
                writer.write(b"E" + struct.pack("!i", len(REFUSAL) + 4) + REFUSAL)
                writer.close()
                return
            writer.write(b"S")
            await writer.start_tls(self._context)
        except (OSError, EOFError):
            writer.close()
            return
        self.encrypted += 1
        inner_reader, inner_writer = await asyncio.open_unix_connection(self._socket_path)
        for source, target in ((reader, inner_writer), (inner_reader, writer)):
            task = asyncio.create_task(self._pump(source, target))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pump(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        try:
            while data := await source.read(65536):
                target.write(data)
                await target.drain()
        except OSError:
            pass
        finally:
            target.close()


@asynccontextmanager
async def encrypted_way(url: str, folder: Path) -> AsyncIterator[tuple[EncryptedWay, str, Path]]:
    """The way, the URL of the same database through it, and the certificate."""
    parts = urlsplit(url)
    certificate = make_certificate(folder)
    way = EncryptedWay(f"{parse_qs(parts.query)['host'][0]}/.s.PGSQL.5432", certificate)
    server = await asyncio.start_server(way.accept, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    try:
        yield way, f"postgresql://postgres@127.0.0.1:{port}{parts.path}", certificate
    finally:
        server.close()
