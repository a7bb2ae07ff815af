"""What the load generator sends: requests per connection, and the token that travels along."""

from dataclasses import asdict, dataclass, field
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Request:
    """`{token}` in headers or body is replaced by the connection's current token."""

    method: str
    path: str
    headers: dict[str, str] = field(default_factory=dict)
    body: str = ""

    def encode(self, host: str, token: str = "") -> bytes:
        body = self.body.replace("{token}", token).encode()
        lines = [f"{self.method} {self.path} HTTP/1.1", f"Host: {host}"]
        lines += [
            f"{name}: {value.replace('{token}', token)}" for name, value in self.headers.items()
        ]
        if body or self.method == "POST":
            lines.append(f"Content-Length: {len(body)}")
        return "\r\n".join([*lines, "", ""]).encode() + body


@dataclass(slots=True)
class Plan:
    """One list of requests per connection, sent in turn, each after the answer to the one before.

    `capture` is a pattern whose first group, found in an answer, becomes the connection's next token;
    `tokens` are the first ones. `rate` (requests a second, all connections together) paces the
    requests; without it each connection sends as fast as it is answered.
    """

    streams: list[list[Request]]
    capture: str = ""
    tokens: list[str] = field(default_factory=list)
    rate: float = 0.0

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        streams = [[Request(**request) for request in stream] for stream in data.pop("streams")]
        return cls(streams, **data)


def json_post(path: str, body: str, **headers: str) -> Request:
    return Request("POST", path, {"Content-Type": "application/json", **headers}, body)


def form_post(path: str, body: str) -> Request:
    return Request("POST", path, {"Content-Type": "application/x-www-form-urlencoded"}, body)


def bearer(path: str, token: str) -> Request:
    return Request("GET", path, {"Authorization": f"Bearer {token}"})


def spread(requests: list[Request], connections: int) -> list[list[Request]]:
    """Deal the requests out over the connections, so that no two ask for the same at once."""
    return [requests[start::connections] or requests for start in range(connections)]
