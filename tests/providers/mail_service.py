"""A service that takes mail over HTTP, in a thread of its own; it keeps what it is sent."""

from dataclasses import dataclass, field

from tests.local_server import LocalServer


@dataclass(frozen=True)
class Sent:
    """Names of headers in small letters."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class MailService(LocalServer):
    status: int = 202
    received: list[Sent] = field(default_factory=list)

    def respond(self, path: str, headers: dict[str, str], body: bytes) -> tuple[int, bytes]:
        self.received.append(Sent(path, headers, body))
        return self.status, b""
