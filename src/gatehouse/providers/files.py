"""Adapters that write messages as files, newest last by name; `/dev/outbox` shows them.

Each file is written atomically: a reader of the folder never sees a partial file.
"""

import asyncio
from pathlib import Path

import orjson

from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.providers.mail.port import Mail, build_message
from gatehouse.providers.slack import SlackChannel, SlackRefused, SlackWorkspace
from gatehouse.providers.sms import Sms


def write_file_atomically(folder: Path, name: str, content: bytes) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    unfinished = folder / f".{name}.part"
    unfinished.write_bytes(content)
    unfinished.rename(folder / name)


class FileMailer:
    def __init__(self, folder: Path, sender: str) -> None:
        self.folder = folder
        self._sender = sender

    async def send(self, mail: Mail, message_id: str) -> None:
        message = build_message(mail, self._sender, message_id)
        name = f"{clock.now():%Y%m%dT%H%M%S%f}-{message_id}.eml"
        await asyncio.to_thread(write_file_atomically, self.folder, name, message.as_bytes())


SLACK_CODE = "offline"
SLACK_TOKEN = "xoxb-offline"  # noqa: S105  opens nothing
SLACK_CHANNELS = [SlackChannel("C01ALERTS", "alerts"), SlackChannel("C02GENERAL", "general"),
            SlackChannel("C03SECURITY", "security")]  # fmt: skip


class FileSlack:
    """Slack stand-in that writes files. It authorizes at once: the browser is redirected to `return_url` with
    the code."""

    client_id = "offline"

    def __init__(self, folder: Path, return_url: str) -> None:
        self.folder = folder
        self.authorize_url = f"{return_url}?code={SLACK_CODE}"

    async def exchange_code(self, code: str, redirect_uri: str | None) -> SlackWorkspace:
        if code != SLACK_CODE:
            raise SlackRefused("invalid_code")
        return SlackWorkspace("T01DEMO", "Demo workspace", SLACK_TOKEN)

    async def list_channels(self, token: str) -> list[SlackChannel]:
        return SLACK_CHANNELS

    async def post_message(self, token: str, channel_id: str, title: str, text: str) -> None:
        if channel_id not in {one.id for one in SLACK_CHANNELS}:
            raise SlackRefused("channel_not_found")
        now = clock.now()
        content = {"channel": channel_id, "title": title, "text": text, "sentAt": now}
        name = f"{now:%Y%m%dT%H%M%S%f}-{new_id()}.json"
        await asyncio.to_thread(write_file_atomically, self.folder, name, orjson.dumps(content))


class FileSmsSender:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    async def send(self, sms: Sms, message_id: str) -> None:
        now = clock.now()
        content = {"id": message_id, "to": sms.to, "text": sms.text, "sentAt": now}
        name = f"{now:%Y%m%dT%H%M%S%f}-{message_id}.json"
        await asyncio.to_thread(write_file_atomically, self.folder, name, orjson.dumps(content))
