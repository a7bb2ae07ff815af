"""Codes by text message and by email as a user's MFA factors. Statements need the system scope, or the
user's own."""

from uuid import UUID

from gatehouse.identity.factors import errors, queries
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db

MOST_PHONES = 5


async def require_new_phone_factor(db: Db, user_id: UUID, number: str) -> None:
    """Raises `AlreadyEnrolled` when the user has this number, and `TooManyFactors` at the limit."""
    if await queries.HAS_PHONE_NUMBER.one(db, user_id, number):
        raise errors.AlreadyEnrolled("You already receive codes at this number")
    if await queries.COUNT_PHONES.one(db, user_id) >= MOST_PHONES:
        raise errors.TooManyFactors("Remove a phone number before you add another")


async def add_phone_factor(db: Db, user_id: UUID, number: str) -> None:
    """Add a verified number."""
    await require_new_phone_factor(db, user_id, number)
    await queries.ADD_PHONE.run(db, new_id(), user_id, number, clock.now())


async def get_factor_number(db: Db, user_id: UUID, device_id: UUID) -> str:
    """Get a number. Raises `UnknownFactor` when the user does not have it."""
    number = await queries.PHONE_NUMBER.first(db, user_id, device_id)
    if number is None:
        raise errors.UnknownFactor("The phone number was not found")
    return number


async def remove_phone_factor(db: Db, user_id: UUID, device_id: UUID) -> None:
    """Remove a number. Raises `UnknownFactor` when the user does not have it."""
    if await queries.DELETE_PHONE.first(db, user_id, device_id) is None:
        raise errors.UnknownFactor("The phone number was not found")


def normalize_factor_number(number: str) -> str:
    """Normalize `+1 (555) 010-0123` to `+15550100123`. Raises `NumberMalformed` when it has no country code
    or is in no numbering plan."""
    import phonenumbers

    try:
        parsed = phonenumbers.parse(number, None)
    except phonenumbers.NumberParseException:
        parsed = None
    if parsed is None or not phonenumbers.is_possible_number(parsed):
        raise errors.NumberMalformed("phoneNumber: must start with + and the country code")
    return phonenumbers.format_number(parsed, phonenumbers.PhoneNumberFormat.E164)


async def has_email_factor(db: Db, user_id: UUID) -> bool:
    return await queries.HAS_EMAIL.one(db, user_id)


async def add_email_factor(db: Db, user_id: UUID) -> None:
    """Add this factor. Raises `AlreadyEnrolled` when the user has it."""
    if await queries.ADD_EMAIL.first(db, user_id, clock.now()) is None:
        raise errors.AlreadyEnrolled("You already receive codes by email")


async def remove_email_factor(db: Db, user_id: UUID) -> None:
    """Remove this factor. Raises `UnknownFactor` when the user does not have it."""
    if await queries.DELETE_EMAIL.first(db, user_id) is None:
        raise errors.UnknownFactor("You do not receive codes by email")
