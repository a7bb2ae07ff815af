"""How a recovery code looks: 25 letters and digits in groups, 125 bits of chance."""

import base64
import hashlib

from gatehouse.kit.crypto import derive_token, new_token

LENGTH, GROUP = 25, 5


def new_code() -> str:
    return _format_recovery_code(new_token())


def derived_code(token: str, nonce: bytes) -> str:
    """The one that goes with a sign-in that waits: the same whenever it is asked for, stored nowhere."""
    return _format_recovery_code(derive_token(token, nonce))


def normalize_recovery_code(code: str) -> str:
    """Without what people leave out or add when they copy it."""
    return "".join(letter for letter in code.upper() if letter.isalnum())


def _format_recovery_code(chance: str) -> str:
    digest = hashlib.sha256(chance.encode()).digest()
    letters = base64.b32encode(digest).decode()[:LENGTH]
    return "-".join(letters[at : at + GROUP] for at in range(0, LENGTH, GROUP))
