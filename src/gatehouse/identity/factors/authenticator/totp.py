"""Time-based codes (RFC 6238), and the QR code from which an app reads the secret."""

from base64 import b32decode
from datetime import datetime

import pyotp
import segno
from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.hotp import HOTP

from gatehouse.identity.one_time_codes.typed import normalize_code

STEP_SECONDS = 30
# One step before and one after, because clocks differ and users need time to type.
STEPS = (0, -1, 1)
# Every mask scans equally well; choosing the best takes five times as long.
MASK = 0
DIGITS = 6


def new_secret() -> str:
    return pyotp.random_base32()


def key_of(secret: str) -> bytes:
    """Decode a base32 secret. Raises `ValueError` when it is malformed."""
    return b32decode(secret + "=" * (-len(secret) % 8))


def matching_step(secret: str, code: str, now: datetime, after: int = 0) -> int | None:
    """Find the time step of a code; steps up to `after` are no longer valid."""
    current = int(now.timestamp()) // STEP_SECONDS
    # Imported users keep their secrets, which may be shorter than pyotp accepts.
    app = HOTP(key_of(secret), DIGITS, SHA1(), enforce_key_length=False)  # noqa: S303  RFC 4226
    digits = normalize_code(code)
    fitting = [
        current + away
        for away in STEPS
        if pyotp.utils.strings_equal(app.generate(current + away).decode(), digits)
    ]
    return next((step for step in fitting if step > after), None)


def otpauth_uri(secret: str, *, email: str, issuer: str) -> str:
    """Build the address from which an app is set up: `otpauth://totp/…`."""
    return pyotp.TOTP(secret).provisioning_uri(name=email, issuer_name=issuer)


def secret_of_address(address: str) -> str:
    """The base32 secret, for users who type it into their app."""
    return pyotp.parse_uri(address).secret


def qr_code(text: str) -> str:
    """Render a QR code as a PNG data URL."""
    return str(segno.make(text, mask=MASK).png_data_uri(scale=5))
