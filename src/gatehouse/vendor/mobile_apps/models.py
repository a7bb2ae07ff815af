import base64
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

Platform = Literal["ios", "android"]


@dataclass(frozen=True, slots=True)
class MobileApp:
    """`app` is `TEAM.bundle.id` of iOS, or the package name of Android; `fingerprints` are SHA-256 in
    pairs of digits, of the certificates that sign it, of Android alone."""

    app: str
    id: UUID
    platform: Platform
    fingerprints: list[str]
    created_at: datetime
    updated_at: datetime

    @property
    def origins(self) -> list[str]:
        """Origins that Android's credential manager sends for the app."""
        return [
            "android:apk-key-hash:"
            + base64.urlsafe_b64encode(_fingerprint_bytes(one)).decode().rstrip("=")
            for one in self.fingerprints
        ]


def _fingerprint_bytes(fingerprint: str) -> bytes:
    return bytes.fromhex(fingerprint.replace(":", ""))
