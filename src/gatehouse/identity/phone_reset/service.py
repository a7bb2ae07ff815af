"""Reset of a lost phone in three steps, in this order: a code goes to the mailbox; the code gives a
token; the token names the new number. The number counts once the user signs in with a code that was sent
to it."""

from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce_event
from gatehouse.directory.users import service as users
from gatehouse.identity.mails import service as mails
from gatehouse.identity.one_time_codes import service as codes
from gatehouse.identity.one_time_codes.errors import WrongCode
from gatehouse.identity.one_time_codes.models import CodePurpose, SealedCode
from gatehouse.identity.phone_numbers import service as phone_numbers
from gatehouse.identity.sign_in.context import require_sms_offered
from gatehouse.identity.sign_in.public_call import SystemCall
from gatehouse.identity.text_messages.number import normalize_number
from gatehouse.kit.crypto import Box
from gatehouse.kit.db import Scope
from gatehouse.kit.events import Event
from gatehouse.kit.jobs import JobContext, enqueue, job
from gatehouse.kit.rate_limit import RateLimit

PER_IP = RateLimit("phone_reset.ip", 60, 15)
PER_ADDRESS = RateLimit("phone_reset.address", 5, 15)
# Each code allows five guesses, and an attacker who guesses it could sign in with a number of their own.
PER_ADDRESS_A_DAY = RateLimit("phone_reset.address.day", 20, 24 * 60)
TRIES_PER_IP = RateLimit("phone_reset.tries.ip", 120, 15)
BETWEEN = "."  # does not occur in tokens


class PhoneResetRequested(Event):
    event_name = "user.phone_reset_requested"
    text = "Requested to change the phone number"
    user_id: UUID


class PhoneNumberReset(Event):
    event_name = "user.phone_number_reset"
    severity = "Medium"
    text = "Changed the phone number after verifying the email address"
    user_id: UUID


async def begin_phone_reset(call: SystemCall, email: str) -> str:
    """Queue a mailed code and return its token. Neither answer nor duration reveals whether the user
    exists."""
    require_sms_offered(call.resources, remembered=True)
    address = users.normalize_email(email)
    await call.limit_place(PER_IP)
    await call.limit_key(PER_ADDRESS, address)
    await call.limit_key(PER_ADDRESS_A_DAY, address)
    issued = await codes.issue_one_time_code(call.db, CodePurpose.RESET_PHONE, address, None)
    await enqueue(
        call.db, "phone_reset.mail_code", email=address, ip=call.client.ip, user_agent=call.client.user_agent,
        **codes.seal_issued_code(call.resources[Box], issued),
    )  # fmt: skip
    return issued.token


async def confirm_phone_reset(call: SystemCall, token: str, code: str) -> str:
    """Check the code and return the token with which the number can be changed. Raises `WrongCode` or
    `CodeExpired`."""
    require_sms_offered(call.resources, remembered=True)
    await call.limit_place(TRIES_PER_IP)
    used = await codes.use_one_time_code(call.db, CodePurpose.RESET_PHONE, token, code)
    if used.user_id is None:
        raise WrongCode()
    # Users do not type this code, so it can be part of the token.
    issued = await codes.issue_one_time_code(
        call.db, CodePurpose.REPLACE_PHONE, used.recipient, used.user_id
    )
    return f"{issued.token}{BETWEEN}{issued.code}"


async def replace_phone_number(call: SystemCall, token: str, text: str) -> None:
    """Store the new number until the user signs in with it. Raises `WrongCode` or `CodeExpired`;
    `InvalidPhoneNumber` leaves the token usable. Whether another account has the number is not revealed."""
    require_sms_offered(call.resources, remembered=True)
    await call.limit_place(TRIES_PER_IP)
    number = normalize_number(text)
    first, _, second = token.partition(BETWEEN)
    used = await codes.use_one_time_code(call.db, CodePurpose.REPLACE_PHONE, first, second)
    if used.user_id is None:
        raise WrongCode()
    person = await users.get_user(call.db, used.user_id)
    if person.email != used.recipient:
        raise WrongCode()
    await phone_numbers.save_replacement_number(call.db, person.id, number)
    by = by_person(person.id, person.email, call.client)
    await announce_event(call.db, PhoneNumberReset(person.default_tenant_id, person.id), by=by)


@job("phone_reset.mail_code")
async def mail_phone_reset_code(
    context: JobContext, email: str, request: str, sealed_code: str, ip: str, user_agent: str
) -> None:
    """Mail the code. Only to a verified address: an account from an unverified sign-up has no number to
    replace."""
    async with context.database.transaction(Scope.system()) as db:
        person = await users.find_user_by_email(db, email)
        if person is None or not person.verified:
            return
        sealed = SealedCode(request, sealed_code)
        box = context.resources[Box]
        code = await codes.bind_sealed_code(db, box, sealed, person.id, person.email)
        if code is None:
            return
        await mails.send_mail(db, context.resources, "phone-reset", person.email, code=code)
        by = by_person(person.id, person.email, Client(ip, user_agent))
        await announce_event(db, PhoneResetRequested(person.default_tenant_id, person.id), by=by)
