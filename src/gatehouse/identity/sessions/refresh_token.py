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

from gatehouse.kit.crypto import equal_in_constant_time

VERSION = b"\x01"
ID_BYTES, NUMBER_BYTES, CODE_BYTES = 16, 6, 32
LENGTH = len(VERSION) + ID_BYTES + NUMBER_BYTES + CODE_BYTES
TEXT_LENGTH = -(-LENGTH * 4 // 3)


class RefreshTokens:
    """The first of the server's secret keys makes tokens; every one of them reads."""

    def __init__(self, secrets: Sequence[str]) -> None:
        # Each with its key worked in already, which is most of the work for so few bytes.
        self._codes = [
            hmac.new(_derive_key(secret), digestmod=hashlib.sha256) for secret in secrets
        ]

    def make(self, session_id: UUID, number: int) -> str:
        named = VERSION + session_id.bytes + number.to_bytes(NUMBER_BYTES)
        return (
            base64.urlsafe_b64encode(named + _authentication_code(self._codes[0], named))
            .rstrip(b"=")
            .decode()
        )

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
        if not any(
            equal_in_constant_time(_authentication_code(one, named), code) for one in self._codes
        ):
            return None
        start = len(VERSION)
        number = int.from_bytes(named[start + ID_BYTES :])
        return UUID(bytes=named[start : start + ID_BYTES]), number


def _derive_key(secret: str) -> bytes:
    derived = HKDF(SHA256(), 32, salt=None, info=b"gatehouse refresh tokens")
    return derived.derive(secret.encode())


def _authentication_code(keyed: hmac.HMAC, named: bytes) -> bytes:
    code = keyed.copy()
    code.update(named)
    return code.digest()
