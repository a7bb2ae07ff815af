"""Codes by email of a signed-in user."""

from gatehouse.access.client import Client
from gatehouse.access.principal import Principal
from gatehouse.identity.factors import phone_and_email as emails
from gatehouse.identity.factors.errors import AlreadyEnrolled, UnknownFactor
from gatehouse.identity.mfa import changes, codes
from gatehouse.identity.mfa.codes import CodeRequest
from gatehouse.identity.mfa.offered_factors import must_be_offered
from gatehouse.identity.mfa.own.proof import count_wrong_proofs, may_add, may_remove, owner_of
from gatehouse.identity.mfa.schemas import OptionalSentCode
from gatehouse.identity.one_time_codes import service as one_time_codes
from gatehouse.identity.one_time_codes.service import CodePurpose
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources


async def begin_email_enrollment(
    db: Db, resources: Resources, caller: Principal, client: Client
) -> str:
    """Send a code to enroll this factor; returns its token. Raises `AlreadyEnrolled` when the caller has
    it, `RecentSignInNeeded` when the sign-in is too old, and `FactorNotOffered` when the vendor does not
    offer it."""
    must_be_offered(resources, "EmailCode")
    await may_add(resources, caller)
    if await emails.has_email_factor(db, caller.user_id):
        raise AlreadyEnrolled("You get codes by mail already")
    asked = CodeRequest(caller.user_id, caller.session_id, client)
    return await codes.mail_code(db, resources, CodePurpose.ENROLL_EMAIL, caller.email, asked)


async def confirm_email_factor(
    db: Db, resources: Resources, caller: Principal, client: Client, token: str, code: str
) -> str | None:
    """Confirm the factor with the code; returns the recovery code when it is the first factor. Raises
    `CodeRefused` for a wrong code."""
    async with count_wrong_proofs(db, caller):
        await one_time_codes.use_one_time_code(
            db, CodePurpose.ENROLL_EMAIL, token, code, bound_to=caller.session_id
        )
    await emails.add_email_factor(db, caller.user_id)
    return await changes.announce_enrollment(db, resources, owner_of(caller, client), "EmailCode")


async def begin_removal(db: Db, resources: Resources, caller: Principal, client: Client) -> str:
    """Send the code to remove this factor; returns its token. Raises `UnknownFactor` when it is not
    enrolled."""
    await _must_have(db, caller)
    asked = CodeRequest(caller.user_id, caller.session_id, client)
    return await codes.mail_code(db, resources, CodePurpose.DISABLE_FACTOR, caller.email, asked)


async def remove_email_factor(
    db: Db, resources: Resources, caller: Principal, client: Client, data: OptionalSentCode
) -> None:
    """Remove this factor. Raises `UnknownFactor` when it is not enrolled, `CodeRefused` for a wrong code, and
    `StepUpNeeded` without a code and step-up."""
    await _must_have(db, caller)
    if data.otc_token is None or data.code is None:
        may_remove(caller)
    else:
        async with count_wrong_proofs(db, caller):
            await one_time_codes.use_one_time_code(
                db,
                CodePurpose.DISABLE_FACTOR,
                data.otc_token,
                data.code,
                bound_to=caller.session_id,
            )
    await emails.remove_email_factor(db, caller.user_id)
    await changes.announce_removal(db, resources, owner_of(caller, client), "EmailCode")


async def _must_have(db: Db, caller: Principal) -> None:
    if not await emails.has_email_factor(db, caller.user_id):
        raise UnknownFactor("You do not get codes by mail")
