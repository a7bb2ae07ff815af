"""Profile pictures: checked, made small, and stripped of whatever travels in an image file."""

import hashlib
from base64 import b64decode, b64encode

from gatehouse.identity.profile.errors import PictureTooLarge, PictureUnreadable
from gatehouse.identity.profile.models import Picture
from gatehouse.kit.side_process import SideProcesses, Work

MAX_BYTES = 1_000_000
MEDIA_TYPES = {"PNG": "image/png", "JPEG": "image/jpeg", "WEBP": "image/webp", "GIF": "image/png"}

# A decoded picture may take 64 MB.
DRAWING = Work(f"{__package__}.drawing", at_once=2, waiting=8, seconds=10)


async def clean_picture(processes: SideProcesses, content: bytes) -> Picture:
    """A PNG, JPEG, WebP or GIF, drawn anew without metadata; animation is lost.

    `PictureTooLarge`, `PictureUnreadable`; `Overloaded` when too many are being drawn.
    """
    if len(content) > MAX_BYTES:
        raise PictureTooLarge("The picture must not be larger than 1 MB")
    try:
        drawn = await processes.run(DRAWING, content=b64encode(content).decode())
    except TimeoutError:
        drawn = {"refused": "too_large"}
    if drawn.get("refused") == "too_large":
        raise PictureTooLarge(
            "The picture has too many pixels, layers or frames. Save it at most 4096 px wide and high."
        )
    if "refused" in drawn:
        raise PictureUnreadable("Choose a PNG, JPEG, WebP or GIF picture")
    encoded = b64decode(drawn["content"])
    return Picture(MEDIA_TYPES[drawn["format"]], encoded, hashlib.sha256(encoded).hexdigest())
