"""Mails and text messages that the application under test wrote to its folders.

They stay in the folder for the whole run, thousands in the end: the recipient of each is noted once, and
only messages that a test asks for are read. Reading all of them each time would take longer than the tests.
"""

import email
import email.policy
import json
import os
from collections import defaultdict
from collections.abc import Callable
from email.message import EmailMessage
from email.parser import BytesHeaderParser
from functools import cache
from pathlib import Path
from typing import Generic, TypeVar

UNFINISHED = ".part"  # see gatehouse.providers.files

Message = TypeVar("Message")


class Sent(Generic[Message]):
    """`recipient_of` reads the recipient from the content of a file, `read` the message."""

    def __init__(
        self, folder: Path, recipient_of: Callable[[bytes], str], read: Callable[[bytes], Message]
    ) -> None:
        self._folder, self._recipient_of = folder, recipient_of
        self._read = cache(lambda path: read(path.read_bytes()))
        self._known: set[str] = set()
        self._files: dict[str, list[Path]] = defaultdict(list)

    def to(self, address: str) -> list[Message]:
        """In the order in which they were asked for."""
        self._look()
        return [self._read(path) for path in sorted(self._files[address], key=asked_for)]

    def _look(self) -> None:
        if not self._folder.exists():
            return
        for name in set(os.listdir(self._folder)) - self._known:
            if not name.endswith(UNFINISHED):
                path = self._folder / name
                self._files[self._recipient_of(path.read_bytes())].append(path)
                self._known.add(name)


def asked_for(path: Path) -> str:
    """When a message was asked for, as its id tells. Those of one moment are sent side by side, and their
    files are named by when they were sent."""
    return path.name.partition("-")[2]


@cache
def mails_in(data_dir: Path) -> Sent[EmailMessage]:
    return Sent(data_dir / "mail", _receiver, _mail)


@cache
def texts_in(data_dir: Path) -> Sent[str]:
    return Sent(
        data_dir / "sms",
        lambda content: json.loads(content)["to"],
        lambda content: json.loads(content)["text"],
    )


def _receiver(content: bytes) -> str:
    return str(BytesHeaderParser(policy=email.policy.default).parsebytes(content)["To"])


def _mail(content: bytes) -> EmailMessage:
    return email.message_from_bytes(content, policy=email.policy.default)
