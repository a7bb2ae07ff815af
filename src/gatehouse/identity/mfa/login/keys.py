"""Security keys and built-in authenticators during sign-in."""

from typing import Any
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.identity.mfa.login.finish import (
    FinishedFactor,
    finish_with_enrollment,
    finish_with_factor,
)
from gatehouse.identity.mfa.login.pending_factor import (
    find_waiting_sign_in,
    limit_factor_calls,
    try_factor,
)
from gatehouse.identity.mfa.offered_factors import must_be_offered, must_offer_keys
from gatehouse.identity.mfa.own.keys import STRATEGY_OF
from gatehouse.identity.mfa.schemas import EnrolledKey
from gatehouse.identity.sign_in.models import SignInStep
from gatehouse.identity.webauthn import service as keys
from gatehouse.identity.webauthn.challenges import ChallengePurpose
from gatehouse.identity.webauthn.schemas import UsedKey
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources


async def begin_new(
    db: Db, resources: Resources, client: Client, token: str
) -> tuple[str, dict[str, Any]]:
    """Return token and options to enroll a key. Raises `SignInOver` when no sign-in waits for an enrollment,
    and `FactorNotOffered` when the vendor offers no keys."""
    await limit_factor_calls(resources, client)
    must_offer_keys(resources)
    pending = await find_waiting_sign_in(db, token, SignInStep.ENROLL_SECOND_FACTOR)
    return await keys.begin_new(
        db, resources, ChallengePurpose.ENROLL, pending.user_id, pending.email, pending.id
    )


async def enroll_security_key(
    db: Db,
    resources: Resources,
    client: Client,
    token: str,
    data: EnrolledKey,
    *,
    remember: bool | None,
) -> FinishedFactor:
    """Enroll the key and complete the sign-in. Raises `WrongKey` when its response is not valid, `SignInOver`
    without a pending sign-in, and `TooManyWrongCodes` after too many failures."""
    await limit_factor_calls(resources, client)
    strategy = STRATEGY_OF[data.device_type]
    must_be_offered(resources, strategy)
    async with try_factor(db, token, SignInStep.ENROLL_SECOND_FACTOR) as pending:
        await keys.finish_new(
            db,
            resources,
            ChallengePurpose.ENROLL,
            data.webauthn_token,
            data.options,
            user_id=pending.user_id,
            bound_to=pending.id,
            device_type=data.device_type,
        )
    return await finish_with_enrollment(
        db, resources, pending, token, strategy, "hwk", client, remember=remember
    )


async def begin_use(
    db: Db, resources: Resources, client: Client, token: str, device_id: UUID
) -> tuple[str, dict[str, Any]]:
    """Return token and options to use a key. Raises `SignInOver` without a pending sign-in, and
    `UnknownFactor` when the key is not enrolled."""
    await limit_factor_calls(resources, client)
    pending = await find_waiting_sign_in(db, token, SignInStep.VERIFY_SECOND_FACTOR)
    return await keys.begin_use(
        db, resources, ChallengePurpose.SECOND_FACTOR, pending.user_id, device_id, pending.id
    )


async def verify_security_key(
    db: Db,
    resources: Resources,
    client: Client,
    token: str,
    device_id: UUID,
    webauthn_token: str,
    key: UsedKey,
    *,
    remember: bool | None,
) -> FinishedFactor:
    """Verify the key and complete the sign-in. Raises `WrongKey` when its response is not valid, `SignInOver`
    without a pending sign-in, and `TooManyWrongCodes` after too many failures."""
    await limit_factor_calls(resources, client)
    async with try_factor(db, token, SignInStep.VERIFY_SECOND_FACTOR) as pending:
        await keys.check_webauthn_response(
            db,
            resources,
            ChallengePurpose.SECOND_FACTOR,
            webauthn_token,
            key,
            user_id=pending.user_id,
            device_id=device_id,
            bound_to=pending.id,
        )
    return await finish_with_factor(db, resources, pending, "hwk", client, remember=remember)
