"""Small files that are much work to decode."""

from io import BytesIO

from PIL import Image

SCAN = b"\xff\xda"


def many_scans(count: int, side: int = 4096) -> bytes:
    """A progressive JPEG of about 57 kB that goes over the whole picture `count` times more."""
    buffer = BytesIO()
    Image.new("L", (side, side), 128).save(buffer, "JPEG", progressive=True)
    content = buffer.getvalue()
    second = content.index(SCAN, content.index(SCAN) + 2)
    one = content[second : content.index(b"\xff\xc4", second)]
    return content[:second] + one * count + b"\xff\xd9"
