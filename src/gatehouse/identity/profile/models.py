from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ProfilePicture:
    """`digest` is the SHA-256 of the content, in hex."""

    media_type: str
    content: bytes
    digest: str
