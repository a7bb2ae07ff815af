"""Identifiers, random tokens, their hashes, and encryption of stored secrets."""

import base64
import hashlib
import hmac
import os
import secrets
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Final
from uuid import UUID

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from gatehouse.kit import clock

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def new_id() -> UUID:
    """A UUID of version 7 whose twelve bits after the version are the fraction of the millisecond
    (RFC 9562 §5.7 and §6.2, method 3): sorted by time, so that indexes grow at one end and what one
    process makes in a row stays in a row; 62 bits of chance."""
    milliseconds, rest = divmod((clock.now() - _EPOCH) // timedelta(microseconds=1), 1000)
    return UUID(
        int=(milliseconds & (1 << 48) - 1) << 80
        | 0x7 << 76
        | (rest << 12) // 1000 << 64
        | 0b10 << 62
        | int.from_bytes(os.urandom(8)) & (1 << 62) - 1
    )


def random_id() -> UUID:
    """A UUID of version 4, for ids that must not reveal their creation time: a user who invites an address
    could otherwise see from the id whether the account existed before."""
    return UUID(bytes=os.urandom(16), version=4)


def new_token(bytes_of_chance: int = 32) -> str:
    """A URL-safe secret; 256 bits unless told otherwise."""
    return secrets.token_urlsafe(bytes_of_chance)


def token_hash(token: str) -> bytes:
    """What is stored of a random token. Enough chance goes in, so no slow hash is needed."""
    return hashlib.sha256(token.encode()).digest()


def derive_token(parent: str, nonce: bytes) -> str:
    """The token that follows `parent`. It cannot be computed from the database alone, nor from the parent
    alone."""
    digest = hmac.digest(parent.encode(), nonce, hashlib.sha256)
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def equal_in_constant_time(left: str | bytes, right: str | bytes) -> bool:
    """Equality in constant time."""
    return hmac.compare_digest(_to_bytes(left), _to_bytes(right))


def _to_bytes(value: str | bytes) -> bytes:
    return value.encode() if isinstance(value, str) else value


class Box:
    """AES-256-GCM for secrets at rest. The first key seals; every key opens.

    A sealed value is `version (1) | key id (4) | nonce (12) | ciphertext and tag`; `context` is bound
    to it, so a value moved to another row or column does not open.
    """

    VERSION = b"\x01"
    MARK_BYTES: Final = 5

    def __init__(self, keys: Sequence[str]) -> None:
        self._keys: dict[bytes, AESGCM] = {}
        for key in keys:
            material = HKDF(SHA256(), 36, salt=None, info=b"gatehouse box").derive(key.encode())
            self._keys[material[:4]] = AESGCM(material[4:])
        self._current = next(iter(self._keys))

    @property
    def mark(self) -> bytes:
        """How a value that was sealed with the first key begins."""
        return self.VERSION + self._current

    @property
    def marks(self) -> list[bytes]:
        """How values that one of the keys opens begin."""
        return [self.VERSION + key for key in self._keys]

    def seal(self, plain: bytes, context: str) -> bytes:
        nonce = os.urandom(12)
        sealed = self._keys[self._current].encrypt(nonce, plain, context.encode())
        return self.mark + nonce + sealed

    def open(self, sealed: bytes, context: str) -> bytes:
        """The plain value; `ValueError` when no key fits or the value was changed."""
        key = self._keys.get(sealed[1:5])
        if sealed[:1] != self.VERSION or key is None:
            raise ValueError("sealed with an unknown key")
        try:
            return key.decrypt(sealed[5:17], sealed[17:], context.encode())
        except InvalidTag:
            raise ValueError("sealed value was changed") from None
