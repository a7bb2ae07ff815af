"""Profile pictures: checked, made small, and stripped of whatever travels in an image file."""

import hashlib
from io import BytesIO
from typing import TYPE_CHECKING

from anyio import CapacityLimiter, to_thread

if TYPE_CHECKING:
    from PIL import Image

from gatehouse.identity.profile.errors import PictureTooLarge, PictureUnreadable
from gatehouse.identity.profile.models import Picture
from gatehouse.kit.db.held import slow_work

MAX_BYTES = 1_000_000
MAX_SIDE = 4096  # pixels, of what is sent
TOO_MANY_PIXELS = f"The picture must not be wider or higher than {MAX_SIDE} px"
STORED_SIDE = 512  # pixels, of what is kept
FORMATS = {"PNG": "image/png", "JPEG": "image/jpeg", "WEBP": "image/webp", "GIF": "image/png"}

# A decoded picture may take 64 MB.
_at_once = CapacityLimiter(2)


async def clean_picture(content: bytes) -> Picture:
    """A PNG, JPEG, WebP or GIF, drawn anew without metadata; animation is lost."""
    if len(content) > MAX_BYTES:
        raise PictureTooLarge("The picture must not be larger than 1 MB")
    slow_work("picture")
    return await to_thread.run_sync(_clean, content, limiter=_at_once)


def _clean(content: bytes) -> Picture:
    from PIL import Image, ImageOps, UnidentifiedImageError  # 7 MB that only pictures need

    try:
        with Image.open(BytesIO(content), formats=tuple(FORMATS)) as image:
            if max(image.size) > MAX_SIDE:
                raise PictureTooLarge(TOO_MANY_PIXELS)
            kind = image.format or "PNG"
            drawn = ImageOps.exif_transpose(image)
            drawn.thumbnail((STORED_SIDE, STORED_SIDE))
            return _encode(drawn, kind)
    except Image.DecompressionBombError as error:  # before there are any to count
        raise PictureTooLarge(TOO_MANY_PIXELS) from error
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, EOFError) as error:
        raise PictureUnreadable("Choose a PNG, JPEG, WebP or GIF picture") from error


def _encode(image: "Image.Image", kind: str) -> Picture:
    buffer = BytesIO()
    drawn = image.convert("RGB" if kind == "JPEG" else "RGBA")
    drawn.info.clear()  # else a color profile, which may hold anything, is written again
    if kind in ("JPEG", "WEBP"):
        drawn.save(buffer, kind, quality=88)
    else:
        drawn.save(buffer, "PNG", optimize=True)
    encoded = buffer.getvalue()
    return Picture(FORMATS[kind], encoded, hashlib.sha256(encoded).hexdigest())
