"""A workspace that speaks Slack's Web API, in a thread of its own; it keeps what it is sent."""

import json
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl

from gatehouse.providers.settings import SlackApp
from tests.local_server import LocalServer

TOKEN = "xoxb-a-token"


@dataclass
class SlackServer(LocalServer):
    """Knows one code, one token and `channels`, two on a page. `says` takes the place of the next answers."""

    channels: list[str] = field(default_factory=lambda: ["general", "alerts", "security"])
    received: list[dict[str, Any]] = field(default_factory=list)
    says: list[tuple[int, dict[str, Any]]] = field(default_factory=list)

    def respond(self, path: str, headers: dict[str, str], body: bytes) -> tuple[int, bytes]:
        form = dict(parse_qsl(body.decode()))
        method, login = path.rpartition("/")[2], headers["authorization"]
        self.received.append({"method": method, "login": login, **form})
        status, answer = self.answer(method, login, form)
        return status, json.dumps(answer).encode()

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
                "base_url": self.url,
            }
        )
