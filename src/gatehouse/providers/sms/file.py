"""Text messages as JSON files, newest last by name; `/dev/outbox` shows them."""

import asyncio
from pathlib import Path

import orjson

from gatehouse.kit import clock
from gatehouse.providers.sms.port import Sms


class FileSmsSender:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    async def send(self, sms: Sms, message_id: str) -> None:
        now = clock.now()
        content = {"id": message_id, "to": sms.to, "text": sms.text, "sentAt": now}
        await asyncio.to_thread(
            self._write, f"{now:%Y%m%dT%H%M%S%f}-{message_id}.json", orjson.dumps(content)
        )

    def _write(self, name: str, content: bytes) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / name).write_bytes(content)
