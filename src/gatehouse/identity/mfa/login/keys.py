"""Security keys and built-in authenticators on the way in."""

from typing import Any
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.identity.mfa.login.finish import Finished, enrolled, shown
from gatehouse.identity.mfa.login.waiting import found, limit, trying
from gatehouse.identity.mfa.offered import must_be_offered, must_offer_keys
from gatehouse.identity.mfa.own.keys import STRATEGY_OF
from gatehouse.identity.mfa.schemas import EnrolledKey
from gatehouse.identity.sign_in.models import Step
from gatehouse.identity.webauthn import service as keys
from gatehouse.identity.webauthn.challenges import Purpose
from gatehouse.identity.webauthn.schemas import UsedKey
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources


async def begin_new(
    db: Db, resources: Resources, client: Client, token: str
) -> tuple[str, dict[str, Any]]:
    """Token and options. `SignInOver`, `FactorNotOffered`."""
    await limit(resources, client)
    must_offer_keys(resources)
    pending = await found(db, token, Step.ENROLL_SECOND_FACTOR)
    return await keys.begin_new(
        db, resources, Purpose.ENROLL, pending.user_id, pending.email, pending.id
    )


async def enroll(
    db: Db,
    resources: Resources,
    client: Client,
    token: str,
    data: EnrolledKey,
    *,
    remember: bool | None,
) -> Finished:
    """The key is enrolled and they are in. `WrongKey`, `SignInOver`, `TooManyWrongCodes`."""
    await limit(resources, client)
    strategy = STRATEGY_OF[data.device_type]
    must_be_offered(resources, strategy)
    async with trying(db, token, Step.ENROLL_SECOND_FACTOR) as pending:
        await keys.finish_new(
            db,
            resources,
            Purpose.ENROLL,
            data.webauthn_token,
            data.options,
            user_id=pending.user_id,
            bound_to=pending.id,
            device_type=data.device_type,
        )
    return await enrolled(db, resources, pending, token, strategy, "hwk", client, remember=remember)


async def begin_use(
    db: Db, resources: Resources, client: Client, token: str, device_id: UUID
) -> tuple[str, dict[str, Any]]:
    """Token and options. `SignInOver`, `UnknownFactor`."""
    await limit(resources, client)
    pending = await found(db, token, Step.VERIFY_SECOND_FACTOR)
    return await keys.begin_use(
        db, resources, Purpose.SECOND_FACTOR, pending.user_id, device_id, pending.id
    )


async def verify(
    db: Db,
    resources: Resources,
    client: Client,
    token: str,
    device_id: UUID,
    webauthn_token: str,
    key: UsedKey,
    *,
    remember: bool | None,
) -> Finished:
    """`WrongKey`, `SignInOver`, `TooManyWrongCodes`."""
    await limit(resources, client)
    async with trying(db, token, Step.VERIFY_SECOND_FACTOR) as pending:
        await keys.check(
            db,
            resources,
            Purpose.SECOND_FACTOR,
            webauthn_token,
            key,
            user_id=pending.user_id,
            device_id=device_id,
            bound_to=pending.id,
        )
    return await shown(db, resources, pending, "hwk", client, remember=remember)
