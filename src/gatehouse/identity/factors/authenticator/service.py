"""A user's authenticator apps. Statements need the system scope, or the user's own."""

from datetime import timedelta
from uuid import UUID

from gatehouse.identity.factors.authenticator import queries
from gatehouse.identity.factors.authenticator.models import Authenticator
from gatehouse.identity.factors.authenticator.queries import SECRETS
from gatehouse.identity.factors.authenticator.totp import matching_step, new_secret, otpauth_uri
from gatehouse.identity.factors.errors import NothingToConfirm, TooManyFactors, UnknownFactor
from gatehouse.identity.one_time_codes.errors import WrongCode
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box, new_id
from gatehouse.kit.db import Db
from gatehouse.kit.jobs import JobContext, scheduled_job
from gatehouse.kit.purge import Purge
from gatehouse.kit.resources import Resources
from gatehouse.vendor.brand.service import authenticator_name
from gatehouse.vendor.current import configuration_of

TO_CONFIRM = timedelta(hours=1)
MOST = 5
UNCONFIRMED = Purge("authenticators", timedelta(days=1), queries.FORGET, queries.OLDEST_TO_FORGET)
WRONG = "The code is not right"


async def begin_authenticator_enrollment(
    db: Db, resources: Resources, user_id: UUID, email: str
) -> str:
    """Begin to enroll an app, to be confirmed by its first code; returns its `otpauth` address. Raises
    `TooManyFactors` at the limit."""
    if await queries.COUNT.one(db, user_id) >= MOST:
        raise TooManyFactors("Remove an authenticator app before you add another")
    authenticator_id, secret = new_id(), new_secret()
    sealed = SECRETS.seal(resources[Box], authenticator_id, secret.encode())
    await queries.BEGIN.run(db, authenticator_id, user_id, sealed, clock.now())
    issuer = authenticator_name(configuration_of(resources))
    return otpauth_uri(secret, email=email, issuer=issuer)


async def confirm_authenticator(db: Db, resources: Resources, user_id: UUID, code: str) -> None:
    """Confirm the pending app with its first code. Raises `NothingToConfirm` when there is none or it has
    expired, and `WrongCode` for a wrong code."""
    waiting = await queries.UNCONFIRMED.first(db, user_id, clock.now() - TO_CONFIRM)
    if waiting is None:
        raise NothingToConfirm("Start again: this took too long")
    step = _find_matching_step(resources, waiting, code)
    if step is None:
        raise WrongCode(WRONG)
    await queries.CONFIRM.run(db, waiting.id, clock.now(), step)


async def add_authenticator(
    db: Db, resources: Resources, user_id: UUID, secret: str, code: str
) -> None:
    """Enroll an app whose secret was stored elsewhere until its first code. Raises `WrongCode` for a wrong
    code."""
    step = matching_step(secret, code, clock.now())
    if step is None:
        raise WrongCode(WRONG)
    authenticator_id = new_id()
    sealed = SECRETS.seal(resources[Box], authenticator_id, secret.encode())
    await queries.ADD.run(db, authenticator_id, user_id, sealed, step, clock.now())


async def check_authenticator_code(
    db: Db, resources: Resources, user_id: UUID, code: str, device_id: UUID | None = None
) -> None:
    """Verify a code of this app, or of any; a code is valid once (RFC 6238 §5.2). Raises `WrongCode` when
    none matches."""
    for one in await queries.CONFIRMED.all(db, user_id, device_id):
        step = _find_matching_step(resources, one, code)
        if step is not None:
            await queries.USED.run(db, one.id, step)
            return
    raise WrongCode(WRONG)


async def find_authenticator(db: Db, user_id: UUID, device_id: UUID) -> None:
    """Raises `UnknownFactor` when the user does not have this app."""
    if await queries.FOUND.first(db, user_id, device_id) is None:
        raise UnknownFactor("The authenticator app was not found")


async def remove_authenticator(db: Db, user_id: UUID, device_id: UUID) -> None:
    """Remove an app. Raises `UnknownFactor` when the user does not have it."""
    if await queries.REMOVE.first(db, user_id, device_id) is None:
        raise UnknownFactor("The authenticator app was not found")


def _find_matching_step(resources: Resources, one: Authenticator, code: str) -> int | None:
    secret = SECRETS.open(resources[Box], one.id, one.sealed_secret).decode()
    return matching_step(secret, code, clock.now(), one.last_step)


@scheduled_job("authenticators.forget", "43 * * * *")
async def delete_expired_authenticators(context: JobContext) -> None:
    """Delete expired unconfirmed apps."""
    await UNCONFIRMED.run(context)
