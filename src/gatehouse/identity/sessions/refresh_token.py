"""Refresh tokens: session id and sequence number, with a message authentication code.

Tokens are not stored: the session's row holds the number of the unused one. Any earlier number is known to be
used, and without a key of this server no valid token can be made.
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
    """Issue with the first of the server's secret keys; verify with all of them."""

    def __init__(self, secrets: Sequence[str]) -> None:
        # One keyed hash state per key, because keying is most of the work for so few bytes.
        self._codes = [
            hmac.new(_derive_token_key(secret), digestmod=hashlib.sha256) for secret in secrets
        ]

    def encode_token(self, session_id: UUID, number: int) -> str:
        named = VERSION + session_id.bytes + number.to_bytes(NUMBER_BYTES)
        return (
            base64.urlsafe_b64encode(named + _compute_authentication_code(self._codes[0], named))
            .rstrip(b"=")
            .decode()
        )

    def parse_token(self, token: str) -> tuple[UUID, int] | None:
        """Read session and number; None when this server did not issue the token."""
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
            equal_in_constant_time(_compute_authentication_code(one, named), code)
            for one in self._codes
        ):
            return None
        start = len(VERSION)
        number = int.from_bytes(named[start + ID_BYTES :])
        return UUID(bytes=named[start : start + ID_BYTES]), number


def _derive_token_key(secret: str) -> bytes:
    derived = HKDF(SHA256(), 32, salt=None, info=b"gatehouse refresh tokens")
    return derived.derive(secret.encode())


def _compute_authentication_code(keyed: hmac.HMAC, named: bytes) -> bytes:
    code = keyed.copy()
    code.update(named)
    return code.digest()
