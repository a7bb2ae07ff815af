"""Making and finding people."""

from typing import Any
from uuid import UUID

from gatehouse.directory.users import queries
from gatehouse.directory.users.email import normalize_email
from gatehouse.directory.users.errors import EmailTaken, UserNotFound
from gatehouse.directory.users.models import User
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db

__all__ = ["create_user", "find_by_email", "get_user", "mark_verified", "normalize_email"]


async def find_by_email(db: Db, email: str) -> User | None:
    """Whoever has this address; `InvalidEmail` when it is none."""
    return await queries.USER_BY_EMAIL.first(db, normalize_email(email))


async def get_user(db: Db, user_id: UUID) -> User:
    """The person, or `UserNotFound`. Says nothing about any tenant."""
    user = await queries.USER.first(db, user_id)
    if user is None:
        raise UserNotFound("The user was not found")
    return user


async def create_user(
    db: Db,
    *,
    email: str,
    name: str,
    phone_number: str | None = None,
    metadata: dict[str, Any] | None = None,
) -> User:
    """A new person, not verified; `EmailTaken` when the address belongs to somebody."""
    user = await queries.ADD_USER.first(
        db, new_id(), normalize_email(email), name, phone_number, metadata or {}, clock.now()
    )
    if user is None:
        raise EmailTaken("A user with this e-mail address already exists")
    return user


async def mark_verified(db: Db, user_id: UUID) -> None:
    """The address is theirs: only a verification flow calls this."""
    await queries.VERIFY_USER.run(db, user_id, clock.now())
