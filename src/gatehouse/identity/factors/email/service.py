"""Codes by email as a user's MFA factor. Statements need the system scope, or the user's own."""

from uuid import UUID

from gatehouse.identity.factors.email import queries
from gatehouse.identity.factors.errors import AlreadyEnrolled, UnknownFactor
from gatehouse.kit import clock
from gatehouse.kit.db import Db


async def has_email_factor(db: Db, user_id: UUID) -> bool:
    return await queries.HAS.one(db, user_id)


async def add_email_factor(db: Db, user_id: UUID) -> None:
    """Add this factor. Raises `AlreadyEnrolled` when the user has it."""
    if await queries.ADD.first(db, user_id, clock.now()) is None:
        raise AlreadyEnrolled("You get codes by mail already")


async def remove_email_factor(db: Db, user_id: UUID) -> None:
    """Remove this factor. Raises `UnknownFactor` when the user does not have it."""
    if await queries.REMOVE.first(db, user_id) is None:
        raise UnknownFactor("You do not get codes by mail")
