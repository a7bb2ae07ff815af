"""A user's MFA factors, and the MFA lockout: after ten wrong answers in 15 minutes, all are refused until
that time has passed.

An attempt is counted before it is checked, and the count is reset when it was right; so 50 parallel attempts
get no more than ten, and two of one user wait for each other. A remembered browser skips MFA, so an attacker
who has only the password cannot lock the user out there.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from uuid import UUID

from gatehouse.identity.factors import queries, schemas
from gatehouse.identity.factors.errors import FactorNotOffered, TooManyWrongCodes
from gatehouse.identity.factors.models import Factor
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_token, token_hash
from gatehouse.kit.db import Db
from gatehouse.kit.purge import declare_purge
from gatehouse.kit.resources import Resources
from gatehouse.vendor.configuration.models import MfaStrategy
from gatehouse.vendor.current import configuration_of

MAX_WRONG = 10
PERIOD = timedelta(minutes=15)
EXPIRED_DEVICES = declare_purge(
    "remembered_devices", job="remembered_devices.forget", cron="53 * * * *",
    key="token_hash", kept_for=timedelta(days=1),
)  # fmt: skip


async def list_mfa_devices(db: Db, user_id: UUID) -> schemas.MfaDevices:
    """List the factors for the wire (wire reference §12). Phone numbers are masked, because the caller may
    have verified only a password."""
    devices = schemas.MfaDevices()
    for factor in await queries.FACTORS.all(db, user_id):
        _append_factor_device(devices, factor)
    return devices


async def remove_all_factors(db: Db, user_id: UUID) -> None:
    """Remove all MFA factors; passkeys that also sign in stay. Needs the user's scope, or the system
    scope."""
    for statement in queries.REMOVE_ALL:
        await statement.run(db, user_id)


def _append_factor_device(devices: schemas.MfaDevices, factor: Factor) -> None:
    match factor.kind:
        case "authenticator":
            devices.authenticators.append(schemas.AuthenticatorDevice(id=factor.id))
        case "phone":
            number = mask_phone_number(factor.label)
            devices.phones.append(schemas.PhoneDevice(id=factor.id, phone_number=number))
        case "email":
            devices.emails.append(schemas.EmailDevice(email=factor.label))
        case "platform":
            device = schemas.WebAuthnDevice(id=factor.id, device_type="Platform", name=factor.label)
            devices.webauthn.append(device)
        case _:
            device = schemas.WebAuthnDevice(
                id=factor.id, device_type="CrossPlatform", name=factor.label
            )
            devices.webauthn.append(device)


def mask_phone_number(number: str) -> str:
    """Mask `+15550100123` as `+1*******123`."""
    return number[:2] + "*" * max(0, len(number) - 5) + number[-3:]


@asynccontextmanager
async def count_factor_attempt(db: Db, user_id: UUID) -> AsyncIterator[None]:
    """Count the MFA attempt of the enclosed block. An error in the block keeps the count if it has
    `keeps_writes`. Raises `TooManyWrongCodes` at the limit. Needs the user's scope, or the system scope."""
    now = clock.now()
    if await queries.COUNT_ATTEMPT.one(db, user_id, now, now - PERIOD) > MAX_WRONG:
        raise TooManyWrongCodes("Too many wrong codes. Try again in 15 minutes.")
    yield
    await queries.DELETE_ATTEMPTS.run(db, user_id)


def require_factor_offered(resources: Resources, strategy: MfaStrategy) -> None:
    """Raises `FactorNotOffered` when the vendor does not offer this method."""
    if strategy not in configuration_of(resources).vendor.mfa_strategies:
        raise FactorNotOffered("This MFA method is not available")


def require_security_keys_offered(resources: Resources) -> None:
    """Raises `FactorNotOffered` when the vendor offers no kind of security key; the kind is checked at
    confirmation."""
    if not {"WebAuthnPlatform", "WebAuthnCrossPlatform"}.intersection(
        configuration_of(resources).vendor.mfa_strategies
    ):
        raise FactorNotOffered("This MFA method is not available")


async def remember_device(db: Db, user_id: UUID, seconds: int) -> str:
    """Remember a browser; returns the token for its cookie."""
    token, now = new_token(), clock.now()
    await queries.ADD_REMEMBERED_DEVICE.run(
        db, token_hash(token), user_id, now, now + timedelta(seconds=seconds)
    )
    return token


async def forget_remembered_devices(db: Db, user_id: UUID) -> int:
    """Forget all remembered browsers of the user; returns how many there were."""
    return await queries.DELETE_REMEMBERED_DEVICES.run(db, user_id)
