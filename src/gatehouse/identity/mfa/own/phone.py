"""Phone numbers of a signed-in user, as MFA factors."""

from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.principal import Principal
from gatehouse.identity.factors import phone_and_email as phones
from gatehouse.identity.factors.phone_and_email import normalize_factor_number
from gatehouse.identity.factors.service import mask_phone_number
from gatehouse.identity.mfa import changes, codes
from gatehouse.identity.mfa.codes import CodeRequest
from gatehouse.identity.mfa.offered_factors import must_be_offered
from gatehouse.identity.mfa.own.proof import count_wrong_proofs, may_add, may_remove, owner_of
from gatehouse.identity.mfa.schemas import OptionalSentCode, TextSent
from gatehouse.identity.one_time_codes import service as one_time_codes
from gatehouse.identity.one_time_codes.service import CodePurpose
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources


async def begin_phone_enrollment(
    db: Db, resources: Resources, caller: Principal, client: Client, number: str
) -> TextSent:
    """Send a code to a new number. Raises `NumberMalformed` for a malformed number, `AlreadyEnrolled` for a
    known one, `RecentSignInNeeded` when the sign-in is too old, `FactorNotOffered` when the vendor does not
    offer SMS, and `TooManyFactors` at the limit."""
    must_be_offered(resources, "SMS")
    number = normalize_factor_number(number)
    await may_add(resources, caller)
    await phones.check_new_number(db, caller.user_id, number)
    asked = CodeRequest(caller.user_id, caller.session_id, client)
    token = await codes.text_code(db, resources, CodePurpose.ENROLL_PHONE, number, asked)
    return TextSent(otc_token=token, phone_number=number)


async def confirm_phone_factor(
    db: Db, resources: Resources, caller: Principal, client: Client, token: str, code: str
) -> str | None:
    """Enroll the number with the code; returns the recovery code when it is the first factor. Raises
    `CodeRefused` for a wrong code."""
    async with count_wrong_proofs(db, caller):
        used = await one_time_codes.use_one_time_code(
            db, CodePurpose.ENROLL_PHONE, token, code, bound_to=caller.session_id
        )
    await phones.add_phone_factor(db, caller.user_id, used.recipient)
    return await changes.announce_enrollment(db, resources, owner_of(caller, client), "SMS")


async def begin_removal(
    db: Db, resources: Resources, caller: Principal, client: Client, device_id: UUID
) -> TextSent:
    """Send the code to remove a number. Raises `UnknownFactor` when it is not enrolled."""
    number = await phones.number_of(db, caller.user_id, device_id)
    asked = CodeRequest(caller.user_id, device_id, client)
    token = await codes.text_code(db, resources, CodePurpose.DISABLE_FACTOR, number, asked)
    return TextSent(otc_token=token, phone_number=mask_phone_number(number))


async def remove_phone_factor(
    db: Db,
    resources: Resources,
    caller: Principal,
    client: Client,
    device_id: UUID,
    data: OptionalSentCode,
) -> None:
    """Remove a number. Raises `UnknownFactor` when it is not enrolled, `CodeRefused` for a wrong code, and
    `StepUpNeeded` without a code and step-up."""
    await phones.number_of(db, caller.user_id, device_id)
    if data.otc_token is None or data.code is None:
        may_remove(caller)
    else:
        async with count_wrong_proofs(db, caller):
            await one_time_codes.use_one_time_code(
                db, CodePurpose.DISABLE_FACTOR, data.otc_token, data.code, bound_to=device_id
            )
    await phones.remove_phone_factor(db, caller.user_id, device_id)
    await changes.announce_removal(db, resources, owner_of(caller, client), "SMS")
