"""A user's phone numbers. Statements need the system scope, or the user's own."""

from uuid import UUID

from gatehouse.identity.factors.errors import AlreadyEnrolled, TooManyFactors, UnknownFactor
from gatehouse.identity.factors.phone import queries
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db

MOST = 5


async def may_add(db: Db, user_id: UUID, number: str) -> None:
    """Raises `AlreadyEnrolled` when the user has this number, and `TooManyFactors` at the limit."""
    if await queries.HAS_NUMBER.one(db, user_id, number):
        raise AlreadyEnrolled("This number gets your codes already")
    if await queries.COUNT.one(db, user_id) >= MOST:
        raise TooManyFactors("Remove a phone number before you add another")


async def add_phone_factor(db: Db, user_id: UUID, number: str) -> None:
    """Add a verified number."""
    await may_add(db, user_id, number)
    await queries.ADD.run(db, new_id(), user_id, number, clock.now())


async def number_of(db: Db, user_id: UUID, device_id: UUID) -> str:
    """Get a number. Raises `UnknownFactor` when the user does not have it."""
    number = await queries.NUMBER.first(db, user_id, device_id)
    if number is None:
        raise UnknownFactor("The phone number was not found")
    return number


async def remove_phone_factor(db: Db, user_id: UUID, device_id: UUID) -> None:
    """Remove a number. Raises `UnknownFactor` when the user does not have it."""
    if await queries.REMOVE.first(db, user_id, device_id) is None:
        raise UnknownFactor("The phone number was not found")
