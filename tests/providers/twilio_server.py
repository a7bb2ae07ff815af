"""A gateway that speaks Twilio's protocol, in a thread of its own; it keeps what it is sent."""

import base64
import json
import threading
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self
from urllib.parse import parse_qsl

from gatehouse.providers.settings import TwilioSms


@dataclass
class TwilioServer:
    """Answers `status` with `body` after `pause` seconds."""

    status: int = 201
    body: bytes = b'{"sid": "SM0123456789abcdef", "status": "queued"}'
    pause: float = 0
    received: list[dict[str, Any]] = field(default_factory=list)

    def __enter__(self) -> Self:
        gateway = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                sent = self.rfile.read(int(self.headers["content-length"])).decode()
                login = base64.b64decode(self.headers["authorization"].split()[1]).decode()
                gateway.received.append(
                    {"path": self.path, "login": login, **dict(parse_qsl(sent))}
                )
                time.sleep(gateway.pause)
                self.send_response(gateway.status)
                self.end_headers()
                self.wfile.write(gateway.body)

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def refuses(self, status: int, code: int | None = None) -> None:
        self.status, self.body = status, json.dumps({"code": code, "message": "no"}).encode()

    def settings(self, **more: Any) -> TwilioSms:
        values: dict[str, Any] = {
            "kind": "twilio",
            "account_sid": "AC0123",
            "secret": "a secret of the account",
            "sender": "+15005550006",
            "base_url": f"http://127.0.0.1:{self._server.server_port}",
            "timeout_seconds": 5,
            **more,
        }
        return TwilioSms.model_validate(values)
