"""Codes from secret and time (RFC 6238), and the picture that an app reads the secret from."""

from datetime import datetime

import pyotp
import segno

STEP_SECONDS = 30
# One step before and one after: clocks differ, and people type slowly.
STEPS = (0, -1, 1)
# Any mask is read alike; choosing the nicest takes five times as long.
MASK = 0


def new_secret() -> str:
    return pyotp.random_base32()


def matching_step(secret: str, code: str, now: datetime, after: int = 0) -> int | None:
    """The time step whose code this is; one that is not later than `after` counts no more."""
    current = int(now.timestamp()) // STEP_SECONDS
    app = pyotp.HOTP(secret)
    digits = code.replace(" ", "")
    fitting = [
        current + away
        for away in STEPS
        if pyotp.utils.strings_equal(app.at(current + away), digits)
    ]
    return next((step for step in fitting if step > after), None)


def address(secret: str, *, email: str, issuer: str) -> str:
    """What an app is set up from: `otpauth://totp/…`."""
    return pyotp.TOTP(secret).provisioning_uri(name=email, issuer_name=issuer)


def qr_code(text: str) -> str:
    """A PNG as a data URL."""
    return str(segno.make(text, mask=MASK).png_data_uri(scale=5))
