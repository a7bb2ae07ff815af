"""A person's recovery code, stored as a hash. Statements need the system scope, or the person's own."""

from uuid import UUID

from gatehouse.identity.factors.recovery_code import queries
from gatehouse.identity.factors.recovery_code.code import new_code, normalize_recovery_code
from gatehouse.identity.factors.recovery_code.models import RecoveredAccount
from gatehouse.kit import clock
from gatehouse.kit.crypto import token_hash
from gatehouse.kit.db import Db


async def replace_recovery_code(db: Db, user_id: UUID, code: str | None = None) -> str:
    """A new one, or this; the one before is dead."""
    code = code or new_code()
    await queries.SET.run(db, user_id, token_hash(normalize_recovery_code(code)), clock.now())
    return code


async def has_recovery_code(db: Db, user_id: UUID) -> bool:
    return await queries.HAS.one(db, user_id)


async def drop_recovery_code(db: Db, user_id: UUID) -> None:
    await queries.DROP.run(db, user_id)


async def use_recovery_code(db: Db, identifier: str, code: str) -> RecoveredAccount | None:
    """Whose it was; it counts once. None for a wrong one and for an unknown identifier, after the same
    work."""
    return await queries.USE.first(db, identifier, token_hash(normalize_recovery_code(code)))
