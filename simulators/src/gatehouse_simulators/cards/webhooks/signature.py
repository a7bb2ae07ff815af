"""`Stripe-Signature: t=<unix seconds>,v1=<hex>`, over `<t>.<raw body>`."""

import hashlib
import hmac
from datetime import datetime


def sign_body(body: bytes, at: datetime, *secrets: str) -> str:
    """One `v1` for each secret: two while a secret is being rotated."""
    seconds = int(at.timestamp())
    signed = str(seconds).encode() + b"." + body
    digests = [hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest() for secret in secrets]
    return ",".join([f"t={seconds}", *[f"v1={digest}" for digest in digests]])
