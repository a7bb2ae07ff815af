"""Codes in text messages and mail on the way in."""

from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.identity.factors.email import service as emails
from gatehouse.identity.factors.errors import UnknownFactor
from gatehouse.identity.factors.phone import service as phones
from gatehouse.identity.factors.phone.number import normal
from gatehouse.identity.factors.service import mask_phone_number
from gatehouse.identity.mfa import codes
from gatehouse.identity.mfa.codes import Asked
from gatehouse.identity.mfa.login.finish import Finished, enrolled, shown
from gatehouse.identity.mfa.login.waiting import found, limit, trying
from gatehouse.identity.mfa.offered import must_be_offered
from gatehouse.identity.mfa.schemas import TextSent
from gatehouse.identity.one_time_codes import service as one_time_codes
from gatehouse.identity.one_time_codes.errors import WrongCode
from gatehouse.identity.one_time_codes.service import Purpose
from gatehouse.identity.sign_in import pending as waiting
from gatehouse.identity.sign_in.models import Pending, Step
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources


async def text(
    db: Db, resources: Resources, client: Client, token: str, device_id: UUID
) -> TextSent:
    """Send a code to a number that is enrolled. `SignInOver`, `UnknownFactor`."""
    await limit(resources, client)
    pending = await found(db, token, Step.VERIFY_SECOND_FACTOR)
    number = await phones.number_of(db, pending.user_id, device_id)
    sent = await codes.text(db, resources, Purpose.SECOND_FACTOR, number, _asked(pending, client))
    return TextSent(otc_token=sent, phone_number=mask_phone_number(number))


async def text_to_new(
    db: Db, resources: Resources, client: Client, token: str, number: str
) -> TextSent:
    """Send a code to a number that is being enrolled. `SignInOver`, `NumberMalformed`,
    `FactorNotOffered`."""
    await limit(resources, client)
    must_be_offered(resources, "SMS")
    number = normal(number)
    pending = await found(db, token, Step.ENROLL_SECOND_FACTOR)
    sent = await codes.text(db, resources, Purpose.ENROLL_PHONE, number, _asked(pending, client))
    return TextSent(otc_token=sent, phone_number=number)


async def mail(db: Db, resources: Resources, client: Client, token: str) -> str:
    """Mail a code to whoever gets codes by mail, or is enrolling that. `SignInOver`, `UnknownFactor`,
    `FactorNotOffered`."""
    await limit(resources, client)
    pending = await waiting.find(db, token)
    if pending.step == Step.ENROLL_SECOND_FACTOR:
        must_be_offered(resources, "EmailCode")
    elif not await emails.has(db, pending.user_id):
        raise UnknownFactor("You do not get codes by mail")
    return await codes.mail(
        db, resources, _mail_purpose(pending), pending.email, _asked(pending, client)
    )


async def verify_text(
    db: Db,
    resources: Resources,
    client: Client,
    token: str,
    otc_token: str,
    code: str,
    device_id: UUID,
    *,
    remember: bool | None,
) -> Finished:
    """`WrongCode`, `CodeExpired`, `SignInOver`, `TooManyWrongCodes`."""
    await limit(resources, client)
    async with trying(db, token, Step.VERIFY_SECOND_FACTOR) as pending:
        number = await phones.number_of(db, pending.user_id, device_id)
        used = await one_time_codes.use(
            db, Purpose.SECOND_FACTOR, otc_token, code, bound_to=pending.id
        )
        if used.recipient != number:
            raise WrongCode()
    return await shown(db, resources, pending, "sms", client, remember=remember)


async def enroll_phone(
    db: Db,
    resources: Resources,
    client: Client,
    token: str,
    otc_token: str,
    code: str,
    *,
    remember: bool | None,
) -> Finished:
    """The number is enrolled and they are in. The same refusals."""
    await limit(resources, client)
    async with trying(db, token, Step.ENROLL_SECOND_FACTOR) as pending:
        used = await one_time_codes.use(
            db, Purpose.ENROLL_PHONE, otc_token, code, bound_to=pending.id
        )
        await phones.add(db, pending.user_id, used.recipient)
    return await enrolled(db, resources, pending, token, "SMS", "sms", client, remember=remember)


async def verify_mail(
    db: Db,
    resources: Resources,
    client: Client,
    token: str,
    otc_token: str,
    code: str,
    *,
    remember: bool | None,
) -> Finished:
    """A code by mail; codes by mail are enrolled with it when that is due. The same refusals."""
    await limit(resources, client)
    async with trying(db, token, None) as pending:
        purpose = _mail_purpose(pending)
        await one_time_codes.use(db, purpose, otc_token, code, bound_to=pending.id)
        if purpose == Purpose.ENROLL_EMAIL:
            await emails.add(db, pending.user_id)
        elif not await emails.has(db, pending.user_id):
            raise WrongCode()
    if purpose == Purpose.ENROLL_EMAIL:
        return await enrolled(
            db, resources, pending, token, "EmailCode", "otp", client, remember=remember
        )
    return await shown(db, resources, pending, "otp", client, remember=remember)


def _mail_purpose(pending: Pending) -> Purpose:
    enrolls = pending.step == Step.ENROLL_SECOND_FACTOR
    return Purpose.ENROLL_EMAIL if enrolls else Purpose.SECOND_FACTOR


def _asked(pending: Pending, client: Client) -> Asked:
    return Asked(pending.user_id, pending.id, client)
