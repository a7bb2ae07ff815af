"""A workspace of three channels whose messages are JSON files, newest last by name."""

import asyncio
from pathlib import Path

import orjson

from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.providers.files import write_whole
from gatehouse.providers.slack.port import SlackChannel, SlackRefused, SlackWorkspace

CODE = "offline"
TOKEN = "xoxb-offline"  # noqa: S105  opens nothing
CHANNELS = [SlackChannel("C01ALERTS", "alerts"), SlackChannel("C02GENERAL", "general"),
            SlackChannel("C03SECURITY", "security")]  # fmt: skip


class FileSlack:
    """Slack stand-in that writes files. It authorizes at once: the browser is redirected to `return_url` with
    the code."""

    client_id = "offline"

    def __init__(self, folder: Path, return_url: str) -> None:
        self.folder = folder
        self.authorize_url = f"{return_url}?code={CODE}"

    async def exchange(self, code: str, redirect_uri: str | None) -> SlackWorkspace:
        if code != CODE:
            raise SlackRefused("invalid_code")
        return SlackWorkspace("T01DEMO", "Demo workspace", TOKEN)

    async def channels(self, token: str) -> list[SlackChannel]:
        return CHANNELS

    async def post(self, token: str, channel_id: str, title: str, text: str) -> None:
        if channel_id not in {one.id for one in CHANNELS}:
            raise SlackRefused("channel_not_found")
        now = clock.now()
        content = {"channel": channel_id, "title": title, "text": text, "sentAt": now}
        name = f"{now:%Y%m%dT%H%M%S%f}-{new_id()}.json"
        await asyncio.to_thread(write_whole, self.folder, name, orjson.dumps(content))
