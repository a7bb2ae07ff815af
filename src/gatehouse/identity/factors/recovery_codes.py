"""A user's recovery code, for a user without access to any MFA factor: one per user, valid once, stored as a
hash. It has 25 letters and digits in groups, 125 random bits. Statements need the system scope, or the
user's own."""

import base64
import hashlib
from uuid import UUID

from gatehouse.identity.factors import queries
from gatehouse.identity.factors.models import RecoveredAccount
from gatehouse.kit import clock
from gatehouse.kit.crypto import derive_token, new_token, token_hash
from gatehouse.kit.db import Db

LENGTH, GROUP = 25, 5


async def replace_recovery_code(db: Db, user_id: UUID, code: str | None = None) -> str:
    """Replace the recovery code with the given one, or a new one; returns it."""
    code = code or _format_recovery_code(new_token())
    await queries.SET_RECOVERY_CODE.run(
        db, user_id, token_hash(normalize_recovery_code(code)), clock.now()
    )
    return code


async def use_recovery_code(db: Db, identifier: str, code: str) -> RecoveredAccount | None:
    """Use a recovery code, which is valid once, and return its user. None for a wrong code and for an unknown
    identifier, after equal work."""
    return await queries.USE_RECOVERY_CODE.first(
        db, identifier, token_hash(normalize_recovery_code(code))
    )


def derive_recovery_code(token: str, nonce: bytes) -> str:
    """Derive the recovery code of a pending sign-in: constant for that sign-in, and not stored."""
    return _format_recovery_code(derive_token(token, nonce))


def normalize_recovery_code(code: str) -> str:
    """Normalize a typed code: upper case, without separators."""
    return "".join(letter for letter in code.upper() if letter.isalnum())


def _format_recovery_code(chance: str) -> str:
    digest = hashlib.sha256(chance.encode()).digest()
    letters = base64.b32encode(digest).decode()[:LENGTH]
    return "-".join(letters[at : at + GROUP] for at in range(0, LENGTH, GROUP))
