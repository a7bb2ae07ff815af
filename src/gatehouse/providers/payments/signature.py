"""The signature of a webhook: `Paddle-Signature: ts=<unix seconds>;h1=<hex>[;h1=<hex>…]`.

`h1` is HMAC-SHA256 over `<ts>:<raw body>` with a destination's whole secret. While a secret is rotated
several `h1` arrive, and we may hold several secrets: one match is enough. Verified by hand, because the
official verifier depends on the letter case of the header, fails on unknown keys, and can be switched
off by an environment variable.
"""

import hmac
import re
from collections.abc import Sequence
from datetime import datetime

from gatehouse.kit.crypto import equal_in_constant_time
from gatehouse.providers.payments.errors import SignatureRefused

TIMESTAMP = re.compile(r"[0-9]{1,12}")
MAX_MARKS = 10


def verify_webhook_signature(
    body: bytes, header: str, secrets: Sequence[str], now: datetime, tolerance_seconds: int
) -> None:
    """`SignatureRefused` unless one of the secrets signed exactly this body at about this time."""
    parts = [part.strip().partition("=") for part in header.split(";")]
    stamps = [value for key, _, value in parts if key == "ts"]
    marks = [value for key, _, value in parts if key == "h1"][:MAX_MARKS]
    if len(stamps) != 1 or not TIMESTAMP.fullmatch(stamps[0]) or not marks:
        raise SignatureRefused("The signature is missing or unreadable")
    if abs(now.timestamp() - int(stamps[0])) > tolerance_seconds:
        raise SignatureRefused("The signature is too old or from the future")
    message = stamps[0].encode() + b":" + body
    expected = [hmac.digest(secret.encode(), message, "sha256").hex() for secret in secrets]
    if not any(equal_in_constant_time(one, mark) for one in expected for mark in marks):
        raise SignatureRefused("The signature does not fit")
