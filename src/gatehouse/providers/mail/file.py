"""Mail as `.eml` files, newest last by name; `/dev/outbox` shows them."""

import asyncio
from pathlib import Path

from gatehouse.kit import clock
from gatehouse.providers.files import write_whole
from gatehouse.providers.mail.message import build_message
from gatehouse.providers.mail.port import Mail


class FileMailer:
    def __init__(self, folder: Path, sender: str) -> None:
        self.folder = folder
        self._sender = sender

    async def send(self, mail: Mail, message_id: str) -> None:
        message = build_message(mail, self._sender, message_id)
        name = f"{clock.now():%Y%m%dT%H%M%S%f}-{message_id}.eml"
        await asyncio.to_thread(write_whole, self.folder, name, message.as_bytes())
