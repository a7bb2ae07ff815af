"""Authenticator apps of a signed-in user."""

from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.principal import Principal
from gatehouse.identity.factors import authenticator_apps as authenticators
from gatehouse.identity.factors import service as factors
from gatehouse.identity.mfa import changes
from gatehouse.identity.mfa.offered_factors import must_be_offered
from gatehouse.identity.mfa.own.proof import count_wrong_proofs, may_add, may_remove, owner_of
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources


async def begin_authenticator_enrollment(db: Db, resources: Resources, caller: Principal) -> str:
    """Begin to enroll an app; returns its `otpauth` address. Raises `RecentSignInNeeded` when the sign-in is
    too old, `FactorNotOffered` when the vendor does not offer apps, and `TooManyFactors` at the limit."""
    must_be_offered(resources, "AuthenticatorApp")
    await may_add(resources, caller)
    address = await authenticators.begin_authenticator_enrollment(
        db, resources, caller.user_id, caller.email
    )
    await db.pause()  # rendering the QR code takes a while
    return address


async def confirm_authenticator(
    db: Db, resources: Resources, caller: Principal, client: Client, code: str
) -> str | None:
    """Confirm the app with its first code; returns the recovery code when it is the first factor. Raises
    `CodeRefused` for a wrong code."""
    async with count_wrong_proofs(db, caller):
        await authenticators.confirm_authenticator(db, resources, caller.user_id, code)
    return await changes.announce_enrollment(
        db, resources, owner_of(caller, client), "AuthenticatorApp"
    )


async def remove_authenticator(
    db: Db,
    resources: Resources,
    caller: Principal,
    client: Client,
    device_id: UUID,
    code: str | None,
) -> None:
    """Remove an app. Raises `UnknownFactor` when it is not enrolled, `CodeRefused` for a wrong code, and
    `StepUpNeeded` without a code and step-up."""
    await authenticators.find_authenticator(db, caller.user_id, device_id)
    if code is None:
        may_remove(caller)
    else:
        async with count_wrong_proofs(db, caller):
            await authenticators.check_authenticator_code(
                db, resources, caller.user_id, code, device_id
            )
    await authenticators.remove_authenticator(db, caller.user_id, device_id)
    await changes.announce_removal(db, resources, owner_of(caller, client), "AuthenticatorApp")


async def remove_everything(
    db: Db, resources: Resources, caller: Principal, client: Client, code: str | None
) -> None:
    """Remove all MFA factors. Raises `CodeRefused` for a wrong app code, and `StepUpNeeded` without a code
    and step-up."""
    if code is None:
        may_remove(caller)
    else:
        async with count_wrong_proofs(db, caller):
            await authenticators.check_authenticator_code(db, resources, caller.user_id, code)
    await factors.remove_all_factors(db, caller.user_id)
    await changes.announce_removal(db, resources, owner_of(caller, client), None)
