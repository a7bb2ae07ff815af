"""A user's own phone numbers: add, verify, delete with verification.

An unverified number cannot be used to sign in, and may belong to anyone. A verified one belongs to one
account; that another account has it is revealed only to the holder of the phone.
"""

from datetime import timedelta
from uuid import UUID

from gatehouse.access.principal import Principal
from gatehouse.access.step_up import must_have_recent_sign_in
from gatehouse.audit.service import announce_event
from gatehouse.directory.users import service as users
from gatehouse.identity.mails import service as mails
from gatehouse.identity.mfa.own_factors import RECENT
from gatehouse.identity.one_time_codes import service as codes
from gatehouse.identity.one_time_codes.errors import WrongCode
from gatehouse.identity.one_time_codes.models import CodePurpose, OneTimeCode
from gatehouse.identity.phone_numbers import events, queries
from gatehouse.identity.phone_numbers.schemas import PhoneNumberOut
from gatehouse.identity.text_messages import service as text_messages
from gatehouse.identity.text_messages.number import normalize_number
from gatehouse.identity.users.change import announce_user_change
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db
from gatehouse.kit.db.locks import Lock, take_lock
from gatehouse.kit.errors import Conflict, NotFound
from gatehouse.kit.events import Actor
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources


class PhoneNumberNotFound(NotFound, code="phone_numbers.not_found"): ...


class PhoneNumberTaken(Conflict, code="phone_numbers.taken"):
    """Another account has the number. Revealed only to a user who has verified possession of the phone."""


class TooManyPhoneNumbers(Conflict, code="phone_numbers.too_many"): ...


MOST = 10
TRIES = RateLimit("phone_numbers.tries", 30, 15)
REPLACES_WITHIN = timedelta(minutes=15)


async def add_phone_number(
    db: Db, resources: Resources, caller: Principal, text: str, *, verify: bool
) -> str | None:
    """Add an unverified number. With `verify`, send a code to it and return the code's token; this raises
    `RecentSignInNeeded` without a recent sign-in, because a verified number signs in and resets the
    password."""
    if verify:
        must_have_recent_sign_in(caller, RECENT)
    number = normalize_number(text)
    if verify:
        await text_messages.limit_text_message(resources, number, caller.email)
    await require_room_for_number(db, caller.user_id, number)
    await queries.ADD.run(db, new_id(), caller.user_id, number, clock.now())
    await announce_event(
        db, events.PhoneNumberAdded(caller.tenant_id, caller.user_id), by=caller.actor
    )
    if not verify:
        return None
    return await _issue_number_code(db, resources, caller, CodePurpose.VERIFY_PHONE, number)


async def send_number_code(
    db: Db, resources: Resources, caller: Principal, purpose: CodePurpose, text: str
) -> str:
    """Send a code to any number and return the code's token; using the code adds and verifies the number.
    Raises `RecentSignInNeeded`."""
    must_have_recent_sign_in(caller, RECENT)
    number = normalize_number(text)
    await text_messages.limit_text_message(resources, number, caller.email)
    return await _issue_number_code(db, resources, caller, purpose, number)


async def verify_phone_number(
    db: Db, resources: Resources, caller: Principal, token: str, code: str
) -> None:
    """Verify the number for the user. Raises `WrongCode`, `CodeExpired` or `PhoneNumberTaken`."""
    used = await _use_number_code(db, resources, caller, CodePurpose.VERIFY_PHONE, token, code)
    await require_room_for_number(db, caller.user_id, used.recipient)
    await mark_number_verified(db, caller.user_id, used.recipient)
    await announce_event(
        db, events.PhoneNumberVerified(caller.tenant_id, caller.user_id), by=caller.actor
    )
    told = "A phone number was added to your account. It can be used to sign in."
    await mails.mail_security_change(db, resources, "sign-in-changed", caller, told)


async def change_phone_number(
    db: Db, resources: Resources, caller: Principal, token: str, code: str
) -> None:
    """Verify the number, which replaces all others. Errors are those of `verify_phone_number`."""
    used = await _use_number_code(db, resources, caller, CodePurpose.CHANGE_PHONE, token, code)
    await replace_numbers(db, caller.user_id, used.recipient)
    await announce_event(
        db, events.PhoneNumberChanged(caller.tenant_id, caller.user_id), by=caller.actor
    )
    await mail_number_changed(db, resources, caller.email)


async def begin_number_deletion(
    db: Db, resources: Resources, caller: Principal, phone_id: UUID
) -> str | None:
    """Send a code to the number and return its token. An unverified number is deleted at once, and None
    returned."""
    found = await _get_number(db, caller.user_id, phone_id)
    if not found.verified:
        await queries.DELETE.run(db, caller.user_id, found.phone_number)
        await announce_event(
            db, events.PhoneNumberDeleted(caller.tenant_id, caller.user_id), by=caller.actor
        )
        return None
    await db.pause()
    await text_messages.limit_text_message(resources, found.phone_number, caller.email)
    return await _issue_number_code(
        db, resources, caller, CodePurpose.DELETE_PHONE, found.phone_number
    )


async def delete_phone_number(
    db: Db, resources: Resources, caller: Principal, phone_id: UUID, token: str, code: str
) -> None:
    """Delete a number with a code. Raises `PhoneNumberNotFound`, `WrongCode` (also for the code of
    another number) or `CodeExpired`."""
    found = await _get_number(db, caller.user_id, phone_id)
    await db.pause()
    used = await _use_number_code(db, resources, caller, CodePurpose.DELETE_PHONE, token, code)
    if used.recipient != found.phone_number:
        raise WrongCode()
    await queries.DELETE.run(db, caller.user_id, found.phone_number)
    await announce_event(
        db, events.PhoneNumberDeleted(caller.tenant_id, caller.user_id), by=caller.actor
    )


async def mark_number_verified(db: Db, user_id: UUID, number: str) -> None:
    """Mark the number as verified by this user. Raises `PhoneNumberTaken` when another account has
    verified it."""
    await take_lock(db, Lock.PHONE_NUMBER, number)
    await require_number_free(db, user_id, number)
    await queries.VERIFY.run(db, new_id(), user_id, number, clock.now())


async def replace_numbers(db: Db, user_id: UUID, number: str) -> None:
    """Mark the number as verified and delete the user's others. Raises `PhoneNumberTaken`."""
    await mark_number_verified(db, user_id, number)
    await queries.DELETE_OTHERS.run(db, user_id, number)


async def require_number_free(db: Db, user_id: UUID, number: str) -> None:
    """Raises `PhoneNumberTaken` when another user has verified the number. Call it only for a user who
    has the phone."""
    if await queries.OTHERS_HAVE.one(db, number, user_id):
        raise PhoneNumberTaken("Another account uses this phone number")


async def save_replacement_number(db: Db, user_id: UUID, number: str) -> None:
    """Let the number replace the user's others if they sign in with it within 15 minutes."""
    now = clock.now()
    await queries.DROP_REPLACING.run(db, user_id)
    await queries.ADD_REPLACING.run(db, new_id(), user_id, number, now, now + REPLACES_WITHIN)


async def mail_number_changed(db: Db, resources: Resources, email: str) -> None:
    link = mails.build_mail_link(resources, "/account/login")
    await mails.send_mail(db, resources, "phone-changed", email, link=link)


async def require_room_for_number(db: Db, user_id: UUID, number: str) -> None:
    """Raises `TooManyPhoneNumbers` when there is no room for another number."""
    await queries.LOCK_PERSON.run(db, user_id)
    if await queries.COUNT_OTHERS.one(db, user_id, number) >= MOST:
        raise TooManyPhoneNumbers(f"You can have {MOST} phone numbers. Delete one first.")


async def _get_number(db: Db, user_id: UUID, phone_id: UUID) -> PhoneNumberOut:
    found = await queries.ONE.first(db, phone_id, user_id)
    if found is None:
        raise PhoneNumberNotFound("The phone number was not found")
    return found


async def _issue_number_code(
    db: Db, resources: Resources, caller: Principal, purpose: CodePurpose, number: str
) -> str:
    issued = await codes.issue_one_time_code(db, purpose, number, caller.user_id)
    await text_messages.send_text_code(db, resources, number, issued.code)
    event = events.PhoneCodeSent(caller.tenant_id, caller.user_id, purpose)
    await announce_event(db, event, by=caller.actor)
    return issued.token


async def _use_number_code(
    db: Db, resources: Resources, caller: Principal, purpose: CodePurpose, token: str, code: str
) -> OneTimeCode:
    """Use a code. Raises `WrongCode` when it was issued to another user."""
    await resources[RateLimiter].hit(TRIES, str(caller.user_id))
    used = await codes.use_one_time_code(db, purpose, token, code)
    if used.user_id != caller.user_id:
        raise WrongCode()
    return used


async def add_verified_phone_number(db: Db, by: Actor, user_id: UUID, text: str) -> None:
    """Add a number as verified. Raises `InvalidPhoneNumber`, `UserNotFound`, `PhoneNumberTaken` or
    `TooManyPhoneNumbers`."""
    number = normalize_number(text)
    user = await users.get_user(db, user_id)
    await require_room_for_number(db, user_id, number)
    await mark_number_verified(db, user_id, number)
    await users.mark_verified_by_vendor(db, user_id)
    await announce_user_change(db, by, user, "got a phone number")


async def delete_verified_phone_number(db: Db, by: Actor, user_id: UUID, phone_id: UUID) -> None:
    """Delete a number. Raises `UserNotFound` or `PhoneNumberNotFound`."""
    user = await users.get_user(db, user_id)
    found = await _get_number(db, user_id, phone_id)
    await queries.DELETE.run(db, user_id, found.phone_number)
    await announce_user_change(db, by, user, "lost a phone number")
