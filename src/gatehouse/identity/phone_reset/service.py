"""Reset of a lost phone in three steps, in this order: a code goes to the mailbox; the code gives a
token; the token names the new number. The number counts once the user signs in with a code that was sent
to it."""

from gatehouse.access.client import Client
from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce_event
from gatehouse.directory.users import service as users
from gatehouse.identity.one_time_codes import service as codes
from gatehouse.identity.one_time_codes.errors import WrongCode
from gatehouse.identity.one_time_codes.service import CodePurpose
from gatehouse.identity.phone_numbers import service
from gatehouse.identity.phone_reset.events import PhoneNumberReset
from gatehouse.identity.sign_in.ip_location import place_of
from gatehouse.identity.sign_in.strategies import must_offer_sms
from gatehouse.identity.text_messages.number import normalize_number
from gatehouse.kit.crypto import Box
from gatehouse.kit.db import Db
from gatehouse.kit.jobs import enqueue
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources

PER_IP = RateLimit("phone_reset.ip", 60, 15)
PER_ADDRESS = RateLimit("phone_reset.address", 5, 15)
# Each code allows five guesses, and an attacker who guesses it could sign in with a number of their own.
PER_ADDRESS_A_DAY = RateLimit("phone_reset.address.day", 20, 24 * 60)
TRIES_PER_IP = RateLimit("phone_reset.tries.ip", 120, 15)
BETWEEN = "."  # does not occur in tokens


async def begin_phone_reset(db: Db, resources: Resources, client: Client, email: str) -> str:
    """Queue a mailed code and return its token. Neither answer nor duration reveals whether the user
    exists."""
    must_offer_sms(resources, remembered=True)
    address = users.normalize_email(email)
    await resources[RateLimiter].hit(PER_IP, place_of(client.ip))
    await resources[RateLimiter].hit(PER_ADDRESS, address)
    await resources[RateLimiter].hit(PER_ADDRESS_A_DAY, address)
    issued = await codes.issue_one_time_code(db, CodePurpose.RESET_PHONE, address, None)
    await enqueue(
        db, "phone_reset.mail_code", email=address, ip=client.ip, user_agent=client.user_agent,
        **codes.seal_issued_code(resources[Box], issued),
    )  # fmt: skip
    return issued.token


async def confirm_email_code(
    db: Db, resources: Resources, client: Client, token: str, code: str
) -> str:
    """Check the code and return the token with which the number can be changed. Raises `WrongCode` or
    `CodeExpired`."""
    must_offer_sms(resources, remembered=True)
    await resources[RateLimiter].hit(TRIES_PER_IP, place_of(client.ip))
    used = await codes.use_one_time_code(db, CodePurpose.RESET_PHONE, token, code)
    if used.user_id is None:
        raise _wrong_code()
    # Users do not type this code, so it can be part of the token.
    issued = await codes.issue_one_time_code(
        db, CodePurpose.REPLACE_PHONE, used.recipient, used.user_id
    )
    return f"{issued.token}{BETWEEN}{issued.code}"


async def replace_phone_number(
    db: Db, resources: Resources, client: Client, token: str, text: str
) -> None:
    """Store the new number until the user signs in with it. Raises `WrongCode` or `CodeExpired`;
    `InvalidPhoneNumber` leaves the token usable. Whether another account has the number is not revealed."""
    must_offer_sms(resources, remembered=True)
    await resources[RateLimiter].hit(TRIES_PER_IP, place_of(client.ip))
    number = normalize_number(text)
    first, _, second = token.partition(BETWEEN)
    used = await codes.use_one_time_code(db, CodePurpose.REPLACE_PHONE, first, second)
    if used.user_id is None:
        raise _wrong_code()
    person = await users.get_user(db, used.user_id)
    if person.email != used.recipient:
        raise _wrong_code()
    await service.await_replacement(db, person.id, number)
    by = by_person(person.id, person.email, client)
    await announce_event(db, PhoneNumberReset(person.default_tenant_id, person.id), by=by)


def _wrong_code() -> WrongCode:
    return WrongCode()
