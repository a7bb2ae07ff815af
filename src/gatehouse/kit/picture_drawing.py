"""Decodes and redraws one picture in a separate process, so that a malicious file cannot stop the server."""

from base64 import b64decode, b64encode
from io import BytesIO

from PIL import Image, ImageOps, UnidentifiedImageError

from gatehouse.kit.subprocess_worker import serve_lines

MAX_SIDE = 4096  # pixels, of what is sent
MAX_SCANS = 100
MAX_WORK = 500_000_000  # scans x pixels: each scan goes over the whole picture again
MAX_FRAMES = 1000
FORMATS = ("PNG", "JPEG", "WEBP", "GIF")
START_OF_SCAN = b"\xff\xda"

TOO_LARGE, UNREADABLE = "too_large", "unreadable"


def draw_picture(content: str, side: int) -> dict[str, str]:
    """`content` is base64; `side` the most pixels wide and high. The picture drawn anew and its
    format, or what is wrong with it."""
    try:
        return _redraw_picture(b64decode(content), side)
    except Image.DecompressionBombError:
        return {"refused": TOO_LARGE}
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, EOFError):
        return {"refused": UNREADABLE}


def _redraw_picture(content: bytes, side: int) -> dict[str, str]:
    with Image.open(BytesIO(content), formats=FORMATS) as image:
        kind = "JPEG" if image.format == "MPO" else image.format or "PNG"  # some cameras add views
        if _is_too_large(image, kind, content):
            return {"refused": TOO_LARGE}
        image.thumbnail((side, side))
        drawn = ImageOps.exif_transpose(image)
        return {"format": kind, "content": b64encode(_encode_picture(drawn, kind)).decode()}


def _is_too_large(image: Image.Image, kind: str, content: bytes) -> bool:
    """Told from the file's head and its marks, before anything is decoded. Of a GIF nothing but the
    first frame is looked at."""
    if max(image.size) > MAX_SIDE:
        return True
    if kind == "JPEG":
        scans = content.count(START_OF_SCAN)
        return scans > MAX_SCANS or scans * image.width * image.height > MAX_WORK
    return kind != "GIF" and getattr(image, "n_frames", 1) > MAX_FRAMES


def _encode_picture(image: Image.Image, kind: str) -> bytes:
    buffer = BytesIO()
    drawn = image.convert("RGB" if kind == "JPEG" else "RGBA")
    drawn.info.clear()  # else a color profile, which may hold anything, is written again
    if kind in ("JPEG", "WEBP"):
        drawn.save(buffer, kind, quality=88)
    else:
        drawn.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


if __name__ == "__main__":
    serve_lines(draw_picture)
