"""ES256 tokens straight on `cryptography`, with one key for the run."""

import base64
from functools import lru_cache
from typing import Any

import orjson
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import (
    decode_dss_signature,
    encode_dss_signature,
)
from cryptography.hazmat.primitives.hashes import SHA256

# Fixed, so that the benchmark and the server it starts sign alike. It protects nothing.
KEY = ec.derive_private_key(0xBE9C_4321, ec.SECP256R1())
PUBLIC = KEY.public_key()
ALGORITHM = ec.ECDSA(SHA256())
HEADER = base64.urlsafe_b64encode(b'{"alg":"ES256","typ":"JWT"}').rstrip(b"=")


def sign(claims: dict[str, Any]) -> str:
    signed = HEADER + b"." + base64.urlsafe_b64encode(orjson.dumps(claims)).rstrip(b"=")
    r, s = decode_dss_signature(KEY.sign(signed, ALGORITHM))
    signature = base64.urlsafe_b64encode(r.to_bytes(32) + s.to_bytes(32)).rstrip(b"=")
    return (signed + b"." + signature).decode()


@lru_cache(4096)
def verify(token: bytes) -> dict[str, Any]:
    """The claims. Remembered, as the product remembers tokens it has verified."""
    signed, _, signature = token.rpartition(b".")
    raw = base64.urlsafe_b64decode(signature + b"==")
    pair = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    PUBLIC.verify(pair, signed, ALGORITHM)
    claims: dict[str, Any] = orjson.loads(
        base64.urlsafe_b64decode(signed.partition(b".")[2] + b"==")
    )
    return claims
