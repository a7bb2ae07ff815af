"""The signature headers, by which a receiver verifies the sender, integrity and time of a message.

Two ways at once: the Standard Webhooks scheme (standardwebhooks.com, version 1.0.0), and the token that the
wire's clients verify, `x-webhook-secret`: a JWT (RFC 7519) signed with the secret by HS256.
"""

import base64
import binascii
import hashlib
import hmac
from datetime import datetime

import orjson

MARK = "whsec_"
TOKEN_SECONDS = 300


def build_signature_headers(
    secret: str | None, message_id: str, at: datetime, body: bytes, *, previous: str | None = None
) -> dict[str, str]:
    """Without a secret there is no signature, only the id and the time. With a `previous` secret the header
    has two signatures, of which a receiver accepts one; the token is signed with the current secret alone."""
    timestamp = int(at.timestamp())
    headers = {
        "content-type": "application/json",
        "user-agent": "Gatehouse-Webhooks/1",
        "webhook-id": message_id,
        "webhook-timestamp": str(timestamp),
    }
    if secret is not None:
        signed = f"{message_id}.{timestamp}.".encode() + body
        secrets = [secret] if previous is None else [secret, previous]
        headers["webhook-signature"] = " ".join(_sign_content(one, signed) for one in secrets)
        headers["x-webhook-secret"] = _build_signed_token(secret, message_id, timestamp, body)
    return headers


def _sign_content(secret: str, signed: bytes) -> str:
    return f"v1,{base64.b64encode(_compute_mac(key_of(secret), signed)).decode()}"


def key_of(secret: str) -> bytes:
    """`whsec_` and base64, as the libraries of the scheme make secrets; any other text as it is."""
    if secret.startswith(MARK):
        try:
            return base64.b64decode(secret.removeprefix(MARK), validate=True)
        except binascii.Error:
            pass
    return secret.encode()


def _build_signed_token(secret: str, message_id: str, timestamp: int, body: bytes) -> str:
    """Bound to this body, and good for five minutes. The key is the secret's text, as it was typed."""
    claims = {
        "jti": message_id,
        "iat": timestamp,
        "exp": timestamp + TOKEN_SECONDS,
        "bodySha256": hashlib.sha256(body).hexdigest(),
    }
    head = _encode_url_safe(orjson.dumps({"alg": "HS256", "typ": "JWT"}))
    signed = f"{head}.{_encode_url_safe(orjson.dumps(claims))}"
    return f"{signed}.{_encode_url_safe(_compute_mac(secret.encode(), signed.encode()))}"


def _compute_mac(key: bytes, content: bytes) -> bytes:
    return hmac.digest(key, content, hashlib.sha256)


def _encode_url_safe(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()
