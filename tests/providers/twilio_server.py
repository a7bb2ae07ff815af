"""A gateway that speaks Twilio's protocol, in a thread of its own; it keeps what it is sent."""

import base64
import json
import time
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl

from gatehouse.providers.settings import TwilioSms
from tests.local_server import LocalServer


@dataclass
class TwilioServer(LocalServer):
    """Answers `status` with `body` after `pause` seconds."""

    status: int = 201
    body: bytes = b'{"sid": "SM0123456789abcdef", "status": "queued"}'
    pause: float = 0
    received: list[dict[str, Any]] = field(default_factory=list)

    def respond(self, path: str, headers: dict[str, str], body: bytes) -> tuple[int, bytes]:
        login = base64.b64decode(headers["authorization"].split()[1]).decode()
        self.received.append({"path": path, "login": login, **dict(parse_qsl(body.decode()))})
        time.sleep(self.pause)
        return self.status, self.body

    def refuses(self, status: int, code: int | None = None) -> None:
        self.status, self.body = status, json.dumps({"code": code, "message": "no"}).encode()

    def settings(self, **more: Any) -> TwilioSms:
        values: dict[str, Any] = {
            "kind": "twilio",
            "account_sid": "AC0123",
            "secret": "a secret of the account",
            "sender": "+15005550006",
            "base_url": self.url,
            "timeout_seconds": 5,
            **more,
        }
        return TwilioSms.model_validate(values)
