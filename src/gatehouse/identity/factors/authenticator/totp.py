"""Codes from secret and time (RFC 6238), and the picture that an app reads the secret from."""

from base64 import b32decode
from datetime import datetime

import pyotp
import segno
from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.hotp import HOTP

from gatehouse.identity.one_time_codes.typed import normalize_code

STEP_SECONDS = 30
# One step before and one after: clocks differ, and people type slowly.
STEPS = (0, -1, 1)
# Any mask is read alike; choosing the nicest takes five times as long.
MASK = 0
DIGITS = 6


def new_secret() -> str:
    return pyotp.random_base32()


def key_of(secret: str) -> bytes:
    """`ValueError` for what is no base32."""
    return b32decode(secret + "=" * (-len(secret) % 8))


def matching_step(secret: str, code: str, now: datetime, after: int = 0) -> int | None:
    """The time step whose code this is; one that is not later than `after` counts no more."""
    current = int(now.timestamp()) // STEP_SECONDS
    # People come from elsewhere with shorter secrets than ours, which pyotp refuses, and keep them.
    app = HOTP(key_of(secret), DIGITS, SHA1(), enforce_key_length=False)  # noqa: S303  RFC 4226
    digits = normalize_code(code)
    fitting = [
        current + away
        for away in STEPS
        if pyotp.utils.strings_equal(app.generate(current + away).decode(), digits)
    ]
    return next((step for step in fitting if step > after), None)


def otpauth_uri(secret: str, *, email: str, issuer: str) -> str:
    """What an app is set up from: `otpauth://totp/…`."""
    return pyotp.TOTP(secret).provisioning_uri(name=email, issuer_name=issuer)


def secret_of_address(address: str) -> str:
    """Base32, for users who type it into their app."""
    return pyotp.parse_uri(address).secret


def qr_code(text: str) -> str:
    """A PNG as a data URL."""
    return str(segno.make(text, mask=MASK).png_data_uri(scale=5))
