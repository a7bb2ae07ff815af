"""A small SMTP server in a thread of its own, which keeps what it is given."""

import asyncio
import base64
import ssl
import tempfile
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Self

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID


@dataclass
class Received:
    sender: str
    to: list[str]
    content: bytes
    encrypted: bool
    login: str | None

    @property
    def message(self) -> EmailMessage:
        return message_from_bytes(self.content, policy=policy.default)


@dataclass
class SmtpServer:
    """`tls` offers STARTTLS, `implicit_tls` begins with the handshake, `login` is the one that is let in,
    `answers` overrides what is said to a command (`{"DATA": "451 later"}`), `silent` never says a word,
    `smtputf8` takes addresses beyond ASCII, `pause` is how many seconds it thinks before each answer,
    `unanswered` is a command that it never answers, and `heard` the commands so far."""

    tls: bool = False
    login: tuple[str, str] | None = None
    answers: dict[str, str] = field(default_factory=dict)
    silent: bool = False
    pause: float = 0
    smtputf8: bool = True
    implicit_tls: bool = False
    unanswered: str | None = None
    heard: list[str] = field(default_factory=list)
    received: list[Received] = field(default_factory=list)
    port: int = 0

    def __enter__(self) -> Self:
        self._folder = tempfile.TemporaryDirectory()
        self.certificate = make_certificate(Path(self._folder.name))
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.load_cert_chain(self.certificate)
        self._loop = asyncio.new_event_loop()
        self._loop.set_exception_handler(lambda *_: None)
        listening = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(listening.set,), daemon=True)
        self._thread.start()
        assert listening.wait(10)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join(10)
        self._folder.cleanup()

    def _run(self, tell: Callable[[], None]) -> None:
        self._loop.run_until_complete(self._listen(tell))
        self._loop.close()

    async def _listen(self, tell: Callable[[], None]) -> None:
        self._end = asyncio.Event()
        encrypted: dict[str, Any] = {
            "ssl": self._context if self.implicit_tls else None,
            "limit": 2**24,
        }
        server = await asyncio.start_server(self._serve, "localhost", 0, **encrypted)
        self.port = server.sockets[0].getsockname()[1]
        if len(server.sockets) > 1:  # one port, for both versions of IP
            server.close()
            server = await asyncio.start_server(self._serve, "127.0.0.1", self.port, **encrypted)
        tell()
        await self._end.wait()
        server.close()
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.silent:
            await self._end.wait()
            return
        talk = Talk(self, reader, writer)
        await talk.say("220 ready")
        while (line := (await reader.readline()).decode().strip()) and await talk.hear(line):
            pass
        writer.close()


class Talk:
    def __init__(self, server: SmtpServer, reader: asyncio.StreamReader, writer: Any) -> None:
        self.server, self.reader, self.writer = server, reader, writer
        self.encrypted = server.implicit_tls
        self.login: str | None = None
        self.sender, self.to = "", list[str]()

    async def say(self, *lines: str) -> bool:
        said = "".join(f"{line}\r\n" for line in lines)
        self.writer.write(said.encode(errors="surrogateescape"))
        await self.writer.drain()
        return True

    async def hear(self, line: str) -> bool:
        await asyncio.sleep(self.server.pause)
        verb = line.split()[0].upper()
        self.server.heard.append(verb)
        if verb == self.server.unanswered:
            return True
        if verb in self.server.answers:
            return await self.say(self.server.answers[verb])
        answer = getattr(self, f"on_{verb.lower()}", None)
        return await (answer(line) if answer else self.say("500 what?"))

    async def on_ehlo(self, _: str) -> bool:
        tls = ["STARTTLS"] if self.server.tls and not self.encrypted else []
        login = ["AUTH PLAIN"] if self.server.login else []
        utf8 = ["SMTPUTF8"] if self.server.smtputf8 else []
        offers = ["localhost", *tls, *login, "8BITMIME", *utf8]
        marks = ["-"] * (len(offers) - 1) + [" "]
        return await self.say(
            *(f"250{mark}{offer}" for mark, offer in zip(marks, offers, strict=True))
        )

    async def on_starttls(self, _: str) -> bool:
        await self.say("220 go on")
        await self.writer.start_tls(self.server._context)
        self.encrypted = True
        return True

    async def on_auth(self, line: str) -> bool:
        _, name, password = base64.b64decode(line.split()[2]).decode().split("\0")
        if (name, password) != self.server.login:
            return await self.say("535 wrong login")
        self.login = name
        return await self.say("235 welcome")

    async def on_mail(self, line: str) -> bool:
        self.sender, self.to = line.split("<")[1].split(">")[0], []
        return await self.say("250 ok")

    async def on_rcpt(self, line: str) -> bool:
        if not line.isascii() and not self.server.smtputf8:
            return await self.say("553 5.6.7 non-ASCII address")
        self.to.append(line.split("<")[1].split(">")[0])
        return await self.say("250 ok")

    async def on_data(self, _: str) -> bool:
        await self.say("354 go on")
        content = (await self.reader.readuntil(b"\r\n.\r\n"))[:-5].replace(b"\r\n..", b"\r\n.")
        self.server.received.append(
            Received(self.sender, self.to, content, self.encrypted, self.login)
        )
        return await self.say("250 kept")

    async def on_rset(self, _: str) -> bool:
        self.sender, self.to = "", []
        return await self.say("250 ok")

    async def on_quit(self, _: str) -> bool:
        await self.say("221 bye")
        return False


def make_certificate(folder: Path) -> Path:
    """For this machine, signed by itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    names = [x509.DNSName("localhost"), x509.IPAddress(ip_address("127.0.0.1"))]
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(hours=1))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, SHA256())
    )
    path = folder / "certificate.pem"
    path.write_bytes(
        key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        + certificate.public_bytes(Encoding.PEM)
    )
    return path
