"""A workspace that speaks Slack's Web API, in a thread of its own; it keeps what it is sent."""

import json
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self
from urllib.parse import parse_qsl

from gatehouse.providers.settings import SlackApp

TOKEN = "xoxb-a-token"


@dataclass
class SlackServer:
    """Knows one code, one token and `channels`, two on a page. `says` takes the place of the next answers."""

    channels: list[str] = field(default_factory=lambda: ["general", "alerts", "security"])
    received: list[dict[str, Any]] = field(default_factory=list)
    says: list[tuple[int, dict[str, Any]]] = field(default_factory=list)

    def __enter__(self) -> Self:
        workspace = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                sent = self.rfile.read(int(self.headers["content-length"])).decode()
                form = dict(parse_qsl(sent))
                method = self.path.rpartition("/")[2]
                login = self.headers["authorization"]
                workspace.received.append({"method": method, "login": login, **form})
                status, answer = workspace.answer(method, login, form)
                self.send_response(status)
                self.end_headers()
                self.wfile.write(json.dumps(answer).encode())

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def answer(self, method: str, login: str, form: dict[str, str]) -> tuple[int, dict[str, Any]]:
        if self.says:
            return self.says.pop(0)
        if method == "oauth.v2.access":
            if form["code"] != "a-code" or not login.startswith("Basic "):
                return 200, {"ok": False, "error": "invalid_code"}
            return 200, {"ok": True, "access_token": TOKEN, "team": {"id": "T1", "name": "Acme"}}
        if login != f"Bearer {TOKEN}":
            return 200, {"ok": False, "error": "invalid_auth"}
        if method == "conversations.list":
            start = int(form.get("cursor", "0"))
            some = self.channels[start : start + 2]
            more = str(start + 2) if start + 2 < len(self.channels) else ""
            listed = [{"id": f"C{name.upper()}", "name": name} for name in some]
            return 200, {"ok": True, "channels": listed, "response_metadata": {"next_cursor": more}}
        if form["channel"] not in [f"C{name.upper()}" for name in self.channels]:
            return 200, {"ok": False, "error": "channel_not_found"}
        return 200, {"ok": True, "ts": "1"}

    def posted(self, channel: str) -> list[str]:
        return [
            one["text"]
            for one in self.received
            if one["method"] == "chat.postMessage" and one["channel"] == channel
        ]

    def settings(self) -> SlackApp:
        return SlackApp.model_validate(
            {
                "kind": "app",
                "client_id": "123.456",
                "client_secret": "a secret of the app",
                "base_url": f"http://127.0.0.1:{self._server.server_port}",
            }
        )
