"""Mail and text messages that the file adapters wrote, newest first."""

import email
import email.policy
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from functools import lru_cache
from pathlib import Path

import orjson

NAME = re.compile(r"\d{8}T\d{12}-[0-9a-f-]{36}\.(eml|json)")
LINK = re.compile(r"https?://[^\s<>\"]+")
SHOWN = 200
KEPT = 2000


@dataclass(frozen=True, slots=True)
class OutboxMessage:
    name: str
    channel: str
    to: str
    subject: str
    text: str
    html: str
    links: list[str]
    sent_at: datetime


def list_messages(data_dir: Path, to: str = "") -> list[OutboxMessage]:
    """The newest messages, at most 200; `to` limits them to one recipient."""
    files = [*(data_dir / "mail").glob("*.eml"), *(data_dir / "sms").glob("*.json")]
    ours = [file for file in files if NAME.fullmatch(file.name)]
    found = []
    for file in sorted(ours, key=lambda file: file.name, reverse=True):
        message = _parse_message_file(file)
        if not to or message.to.lower() == to.lower():
            found.append(message)
        if len(found) == SHOWN:
            break
    return found


def find_message(data_dir: Path, name: str) -> OutboxMessage | None:
    """One message by its file name; None when there is none."""
    if not NAME.fullmatch(name):
        return None
    file = data_dir / ("mail" if name.endswith(".eml") else "sms") / name
    return _parse_message_file(file) if file.exists() else None


@lru_cache(KEPT)
def _parse_message_file(file: Path) -> OutboxMessage:
    """Parse one message file. The result is cached: polling for a mail lists all messages repeatedly, and
    parsing one takes milliseconds. A file is written atomically and never changed."""
    sent_at = datetime.strptime(file.name[:21], "%Y%m%dT%H%M%S%f").replace(tzinfo=UTC)
    if file.suffix == ".json":
        sms = orjson.loads(file.read_bytes())
        text = sms["text"]
        return OutboxMessage(file.name, "sms", sms["to"], "", text, "", LINK.findall(text), sent_at)
    parsed = email.message_from_bytes(file.read_bytes(), policy=email.policy.default)
    text, html = _read_message_part(parsed, "plain"), _read_message_part(parsed, "html")
    return OutboxMessage(
        file.name,
        "mail",
        str(parsed["To"]),
        str(parsed["Subject"]),
        text,
        html,
        LINK.findall(text),
        sent_at,
    )


def _read_message_part(parsed: EmailMessage, kind: str) -> str:
    part = parsed.get_body((kind,))
    return str(part.get_content()) if part else ""
