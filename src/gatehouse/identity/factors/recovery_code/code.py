"""Format of a recovery code: 25 letters and digits in groups, 125 random bits."""

import base64
import hashlib

from gatehouse.kit.crypto import derive_token, new_token

LENGTH, GROUP = 25, 5


def new_code() -> str:
    return _format_recovery_code(new_token())


def derived_code(token: str, nonce: bytes) -> str:
    """Derive the recovery code of a pending sign-in: constant for that sign-in, and not stored."""
    return _format_recovery_code(derive_token(token, nonce))


def normalize_recovery_code(code: str) -> str:
    """Normalize a typed code: upper case, without separators."""
    return "".join(letter for letter in code.upper() if letter.isalnum())


def _format_recovery_code(chance: str) -> str:
    digest = hashlib.sha256(chance.encode()).digest()
    letters = base64.b32encode(digest).decode()[:LENGTH]
    return "-".join(letters[at : at + GROUP] for at in range(0, LENGTH, GROUP))
