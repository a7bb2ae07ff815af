"""Security keys and built-in authenticators of a signed-in user, as MFA factors."""

from typing import Any
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.principal import Principal
from gatehouse.identity.mfa import changes
from gatehouse.identity.mfa.offered_factors import must_be_offered, must_offer_keys
from gatehouse.identity.mfa.own.proof import count_wrong_proofs, may_add, may_remove, owner_of
from gatehouse.identity.mfa.schemas import EnrolledKey, OptionalUsedKey
from gatehouse.identity.webauthn import service as keys
from gatehouse.identity.webauthn.challenges import ChallengePurpose
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources
from gatehouse.vendor.configuration.models import MfaStrategy

STRATEGY_OF: dict[str, MfaStrategy] = {
    "Platform": "WebAuthnPlatform",
    "CrossPlatform": "WebAuthnCrossPlatform",
}


async def begin_security_key_enrollment(
    db: Db, resources: Resources, caller: Principal
) -> tuple[str, dict[str, Any]]:
    """Begin to enroll a key; returns token and options. Raises `RecentSignInNeeded` when the sign-in is too
    old, `FactorNotOffered` when the vendor offers no keys, and `TooManyFactors` at the limit."""
    must_offer_keys(resources)
    await may_add(resources, caller)
    return await keys.begin_new(
        db, resources, ChallengePurpose.ENROLL, caller.user_id, caller.email, caller.session_id
    )


async def confirm_security_key(
    db: Db, resources: Resources, caller: Principal, client: Client, data: EnrolledKey
) -> str | None:
    """Enroll the key; returns the recovery code when it is the first factor. Raises `CodeRefused` when its
    response is not valid, `AlreadyEnrolled` for a known key, and `FactorNotOffered` when the vendor does not
    offer its kind."""
    strategy = STRATEGY_OF[data.device_type]
    must_be_offered(resources, strategy)
    async with count_wrong_proofs(db, caller):
        await keys.finish_new(
            db,
            resources,
            ChallengePurpose.ENROLL,
            data.webauthn_token,
            data.options,
            user_id=caller.user_id,
            bound_to=caller.session_id,
            device_type=data.device_type,
        )
    return await changes.announce_enrollment(db, resources, owner_of(caller, client), strategy)


async def begin_removal(
    db: Db, resources: Resources, caller: Principal, device_id: UUID
) -> tuple[str, dict[str, Any]]:
    """Begin to remove a key; returns token and options to verify it. Raises `UnknownFactor` when it is not
    enrolled."""
    return await keys.begin_use(
        db, resources, ChallengePurpose.DISABLE, caller.user_id, device_id, caller.session_id
    )


async def remove_security_key(
    db: Db,
    resources: Resources,
    caller: Principal,
    client: Client,
    device_id: UUID,
    data: OptionalUsedKey,
) -> None:
    """Remove a key. Raises `UnknownFactor` when it is not enrolled, `CodeRefused` when its response is not
    valid, and `StepUpNeeded` without a response and step-up."""
    known = await keys.factor_of(db, caller.user_id, device_id)
    if data.webauthn_token is None or data.options is None:
        may_remove(caller)
    else:
        async with count_wrong_proofs(db, caller):
            await keys.check_webauthn_response(
                db,
                resources,
                ChallengePurpose.DISABLE,
                data.webauthn_token,
                data.options,
                user_id=caller.user_id,
                device_id=device_id,
                bound_to=caller.session_id,
            )
    await keys.remove_factor(db, caller.user_id, device_id)
    strategy = STRATEGY_OF[known.device_type]
    await changes.announce_removal(db, resources, owner_of(caller, client), strategy)
