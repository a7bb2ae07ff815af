"""Text messages as JSON files, newest last by name; `/dev/outbox` shows them."""

import asyncio
from pathlib import Path

import orjson

from gatehouse.kit import clock
from gatehouse.providers.files import write_whole
from gatehouse.providers.sms.port import Sms


class FileSmsSender:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    async def send(self, sms: Sms, message_id: str) -> None:
        now = clock.now()
        content = {"id": message_id, "to": sms.to, "text": sms.text, "sentAt": now}
        name = f"{now:%Y%m%dT%H%M%S%f}-{message_id}.json"
        await asyncio.to_thread(write_whole, self.folder, name, orjson.dumps(content))
