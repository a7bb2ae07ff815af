"""Logos uploaded as data URLs: the format is detected from the content, not from the declared media type."""

from base64 import b64decode, b64encode

from gatehouse.directory.account.errors import LogoTooLarge, LogoUnreadable
from gatehouse.kit.pictures import draw_anew
from gatehouse.kit.rate_limit import RateLimit
from gatehouse.kit.subprocess_pool import SubprocessPools

# Small, because the logo is part of every list of tenants.
STORED_SIDE = 256  # pixels
UPLOADS = RateLimit("account.logo", 20, 60)


def is_picture(logo: str | None) -> bool:
    return logo is not None and logo.startswith("data:")


async def clean_logo(processes: SubprocessPools, logo: str) -> str:
    """Re-encode the picture of a data URL and return it as a data URL. Raises `LogoUnreadable` when it is
    no PNG, JPEG, WebP or GIF picture, `LogoTooLarge` when it is too large, `Overloaded` when too many
    pictures are being processed."""
    try:
        content = b64decode(logo.partition(",")[2], validate=True)
    except ValueError:
        raise LogoUnreadable("Choose a PNG, JPEG, WebP or GIF picture") from None
    drawn = await draw_anew(processes, content, side=STORED_SIDE)
    if drawn == "unreadable":
        raise LogoUnreadable("Choose a PNG, JPEG, WebP or GIF picture")
    if isinstance(drawn, str):
        raise LogoTooLarge("The logo is too large. Save it at most 4096 px wide and high.")
    return f"data:{drawn.media_type};base64,{b64encode(drawn.content).decode()}"
