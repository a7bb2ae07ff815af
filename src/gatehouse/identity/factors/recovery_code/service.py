"""A user's recovery code, stored as a hash. Statements need the system scope, or the user's own."""

from uuid import UUID

from gatehouse.identity.factors.recovery_code import queries
from gatehouse.identity.factors.recovery_code.code import new_code, normalize_recovery_code
from gatehouse.identity.factors.recovery_code.models import RecoveredAccount
from gatehouse.kit import clock
from gatehouse.kit.crypto import token_hash
from gatehouse.kit.db import Db


async def replace_recovery_code(db: Db, user_id: UUID, code: str | None = None) -> str:
    """Replace the recovery code with the given one, or a new one; returns it."""
    code = code or new_code()
    await queries.SET.run(db, user_id, token_hash(normalize_recovery_code(code)), clock.now())
    return code


async def has_recovery_code(db: Db, user_id: UUID) -> bool:
    return await queries.HAS.one(db, user_id)


async def drop_recovery_code(db: Db, user_id: UUID) -> None:
    await queries.DROP.run(db, user_id)


async def use_recovery_code(db: Db, identifier: str, code: str) -> RecoveredAccount | None:
    """Use a recovery code, which is valid once, and return its user. None for a wrong code and for an unknown
    identifier, after equal work."""
    return await queries.USE.first(db, identifier, token_hash(normalize_recovery_code(code)))
