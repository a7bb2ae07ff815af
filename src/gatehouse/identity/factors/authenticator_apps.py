"""Authenticator apps: time-based codes from a shared secret (RFC 6238), and the QR code from which an app
reads the secret. Statements need the system scope, or the user's own."""

from base64 import b32decode
from datetime import datetime, timedelta
from uuid import UUID

import pyotp
import segno
from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.hotp import HOTP

from gatehouse.identity.factors import queries
from gatehouse.identity.factors.errors import NothingToConfirm, TooManyFactors, UnknownFactor
from gatehouse.identity.factors.models import Authenticator
from gatehouse.identity.factors.queries import SECRETS
from gatehouse.identity.one_time_codes.errors import WrongCode
from gatehouse.identity.one_time_codes.service import normalize_code
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box, new_id
from gatehouse.kit.db import Db
from gatehouse.kit.purge import declare_purge
from gatehouse.kit.resources import Resources
from gatehouse.vendor.brand.service import authenticator_name
from gatehouse.vendor.current import configuration_of

TO_CONFIRM = timedelta(hours=1)
MOST_AUTHENTICATORS = 5
UNCONFIRMED = declare_purge("authenticators", job="authenticators.forget", cron="43 * * * *",
    column="created_at", rows="confirmed_at is null", kept_for=timedelta(days=1),
)  # fmt: skip
WRONG = "The code is incorrect"
STEP_SECONDS = 30
# One step before and one after, because clocks differ and users need time to type.
STEPS = (0, -1, 1)
# Every mask scans equally well; choosing the best takes five times as long.
MASK = 0
DIGITS = 6


async def add_unconfirmed_authenticator(
    db: Db, resources: Resources, user_id: UUID, email: str
) -> str:
    """Begin to enroll an app, to be confirmed by its first code; returns its `otpauth` address. Raises
    `TooManyFactors` at the limit."""
    if await queries.COUNT_AUTHENTICATORS.one(db, user_id) >= MOST_AUTHENTICATORS:
        raise TooManyFactors("Remove an authenticator app before you add another")
    authenticator_id, secret = new_id(), generate_authenticator_secret()
    sealed = SECRETS.seal(resources[Box], authenticator_id, secret.encode())
    await queries.ADD_UNCONFIRMED_AUTHENTICATOR.run(
        db, authenticator_id, user_id, sealed, clock.now()
    )
    issuer = authenticator_name(configuration_of(resources))
    return build_otpauth_uri(secret, email=email, issuer=issuer)


async def confirm_authenticator(db: Db, resources: Resources, user_id: UUID, code: str) -> None:
    """Confirm the pending app with its first code. Raises `NothingToConfirm` when there is none or it has
    expired, and `WrongCode` for a wrong code."""
    waiting = await queries.UNCONFIRMED_AUTHENTICATOR.first(db, user_id, clock.now() - TO_CONFIRM)
    if waiting is None:
        raise NothingToConfirm("The setup has expired. Start again.")
    step = _match_authenticator_code(resources, waiting, code)
    if step is None:
        raise WrongCode(WRONG)
    await queries.CONFIRM_AUTHENTICATOR.run(db, waiting.id, clock.now(), step)


async def add_authenticator(
    db: Db, resources: Resources, user_id: UUID, secret: str, code: str
) -> None:
    """Enroll an app whose secret was stored elsewhere until its first code. Raises `WrongCode` for a wrong
    code."""
    step = find_code_time_step(secret, code, clock.now())
    if step is None:
        raise WrongCode(WRONG)
    authenticator_id = new_id()
    sealed = SECRETS.seal(resources[Box], authenticator_id, secret.encode())
    await queries.ADD_AUTHENTICATOR.run(db, authenticator_id, user_id, sealed, step, clock.now())


async def check_authenticator_code(
    db: Db, resources: Resources, user_id: UUID, code: str, device_id: UUID | None = None
) -> None:
    """Verify a code of this app, or of any; a code is valid once (RFC 6238 §5.2). Raises `WrongCode` when
    none matches."""
    for one in await queries.AUTHENTICATORS.all(db, user_id, device_id):
        step = _match_authenticator_code(resources, one, code)
        if step is not None:
            await queries.NOTE_AUTHENTICATOR_USE.run(db, one.id, step)
            return
    raise WrongCode(WRONG)


async def require_authenticator(db: Db, user_id: UUID, device_id: UUID) -> None:
    """Raises `UnknownFactor` when the user does not have this app."""
    if await queries.FIND_AUTHENTICATOR.first(db, user_id, device_id) is None:
        raise UnknownFactor("The authenticator app was not found")


async def remove_authenticator(db: Db, user_id: UUID, device_id: UUID) -> None:
    """Remove an app. Raises `UnknownFactor` when the user does not have it."""
    if await queries.DELETE_AUTHENTICATOR.first(db, user_id, device_id) is None:
        raise UnknownFactor("The authenticator app was not found")


def _match_authenticator_code(resources: Resources, one: Authenticator, code: str) -> int | None:
    secret = SECRETS.open(resources[Box], one.id, one.sealed_secret).decode()
    return find_code_time_step(secret, code, clock.now(), one.last_step)


def generate_authenticator_secret() -> str:
    return pyotp.random_base32()


def decode_authenticator_secret(secret: str) -> bytes:
    """Decode a base32 secret. Raises `ValueError` when it is malformed."""
    return b32decode(secret + "=" * (-len(secret) % 8))


def find_code_time_step(secret: str, code: str, now: datetime, after: int = 0) -> int | None:
    """Find the time step of a code; steps up to `after` are no longer valid."""
    current = int(now.timestamp()) // STEP_SECONDS
    # Imported users keep their secrets, which may be shorter than pyotp accepts.
    app = HOTP(decode_authenticator_secret(secret), DIGITS, SHA1(), enforce_key_length=False)  # noqa: S303  RFC 4226
    digits = normalize_code(code)
    fitting = [
        current + away
        for away in STEPS
        if pyotp.utils.strings_equal(app.generate(current + away).decode(), digits)
    ]
    return next((step for step in fitting if step > after), None)


def build_otpauth_uri(secret: str, *, email: str, issuer: str) -> str:
    """Build the address from which an app is set up: `otpauth://totp/…`."""
    return pyotp.TOTP(secret).provisioning_uri(name=email, issuer_name=issuer)


def parse_otpauth_secret(address: str) -> str:
    """The base32 secret, for users who type it into their app."""
    return pyotp.parse_uri(address).secret


def render_qr_code(text: str) -> str:
    """Render a QR code as a PNG data URL."""
    return str(segno.make(text, mask=MASK).png_data_uri(scale=5))
