"""Profile pictures: re-encoded, and identified by the digest of their content."""

import hashlib
from dataclasses import dataclass

from gatehouse.kit.errors import Invalid, NotFound
from gatehouse.kit.pictures import redraw_picture
from gatehouse.kit.subprocess_pool import SubprocessPools


class PictureUnreadable(Invalid, code="profile.picture_unreadable"): ...


class PictureTooLarge(Invalid, code="profile.picture_too_large"): ...


class PictureNotFound(NotFound, code="profile.picture_not_found"): ...


@dataclass(frozen=True, slots=True)
class ProfilePicture:
    """`digest` is the SHA-256 of the content, in hex."""

    media_type: str
    content: bytes
    digest: str


STORED_SIDE = 512  # pixels


async def reencode_picture(processes: SubprocessPools, content: bytes) -> ProfilePicture:
    """Re-encode a picture. Raises `PictureTooLarge` or `PictureUnreadable`, and `Overloaded` when too
    many are processed at once."""
    drawn = await redraw_picture(processes, content, side=STORED_SIDE)
    if drawn == "too_many_bytes":
        raise PictureTooLarge("The picture must not be larger than 1 MB")
    if drawn == "too_large":
        raise PictureTooLarge(
            "The picture has too many pixels, layers or frames. Save it at most 4096 px wide and high."
        )
    if drawn == "unreadable":
        raise PictureUnreadable("Choose a PNG, JPEG, WebP or GIF picture")
    return ProfilePicture(
        drawn.media_type, drawn.content, hashlib.sha256(drawn.content).hexdigest()
    )
