"""Uploaded pictures: checked, reduced in size, and stripped of metadata."""

from base64 import b64decode, b64encode
from dataclasses import dataclass
from typing import Literal

from gatehouse.kit.subprocess_pool import SubprocessPools, SubprocessWork

# Of the file that is sent.
MAX_BYTES = 1_000_000
MEDIA_TYPES = {"PNG": "image/png", "JPEG": "image/jpeg", "WEBP": "image/webp", "GIF": "image/png"}

# A decoded picture may take 64 MB.
DRAWING = SubprocessWork("gatehouse.kit.picture_drawing", at_once=2, waiting=8, seconds=10)

Refusal = Literal["too_many_bytes", "too_large", "unreadable"]


@dataclass(frozen=True, slots=True)
class DrawnPicture:
    media_type: str
    content: bytes


async def redraw_picture(
    processes: SubprocessPools, content: bytes, *, side: int
) -> DrawnPicture | Refusal:
    """A PNG, JPEG, WebP or GIF, by what it holds and not by what it is called, drawn without metadata and
    at most `side` pixels wide and high; animation is lost. `Overloaded` when too many are being drawn."""
    if len(content) > MAX_BYTES:
        return "too_many_bytes"
    try:
        drawn = await processes.run(DRAWING, content=b64encode(content).decode(), side=side)
    except TimeoutError:
        return "too_large"
    if "refused" in drawn:
        return "too_large" if drawn["refused"] == "too_large" else "unreadable"
    return DrawnPicture(MEDIA_TYPES[drawn["format"]], b64decode(drawn["content"]))
