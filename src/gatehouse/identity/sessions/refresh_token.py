"""Refresh tokens name their session and their place in its chain, under a message authentication code.

Nothing of a token is stored: the session's row holds the number of the one that is unused. Any earlier
number is recognizably a used one, and whoever has no key of this server makes no number at all.
"""

import base64
import hashlib
import hmac
from collections.abc import Sequence
from uuid import UUID

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from gatehouse.kit.crypto import same

VERSION = b"\x01"
ID_BYTES, NUMBER_BYTES, CODE_BYTES = 16, 6, 32
LENGTH = len(VERSION) + ID_BYTES + NUMBER_BYTES + CODE_BYTES
TEXT_LENGTH = -(-LENGTH * 4 // 3)


class RefreshTokens:
    """The first of the server's secret keys makes tokens; every one of them reads."""

    def __init__(self, secrets: Sequence[str]) -> None:
        self._keys = [
            HKDF(SHA256(), 32, salt=None, info=b"gatehouse refresh tokens").derive(secret.encode())
            for secret in secrets
        ]

    def make(self, session_id: UUID, number: int) -> str:
        named = VERSION + session_id.bytes + number.to_bytes(NUMBER_BYTES)
        code = hmac.digest(self._keys[0], named, hashlib.sha256)
        return base64.urlsafe_b64encode(named + code).rstrip(b"=").decode()

    def read(self, token: str) -> tuple[UUID, int] | None:
        """The session and the number; None for what this server did not make."""
        if len(token) != TEXT_LENGTH:
            return None
        try:
            raw = base64.urlsafe_b64decode(token + "=" * (-len(token) % 4))
        except ValueError:
            return None
        named, code = raw[:-CODE_BYTES], raw[-CODE_BYTES:]
        if len(raw) != LENGTH or named[:1] != VERSION:
            return None
        if not any(same(hmac.digest(key, named, hashlib.sha256), code) for key in self._keys):
            return None
        start = len(VERSION)
        number = int.from_bytes(named[start + ID_BYTES :])
        return UUID(bytes=named[start : start + ID_BYTES]), number
