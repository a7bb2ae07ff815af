"""The client secret for Apple: a short-lived token, signed with the team's key."""

from datetime import timedelta

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from joserfc import jwt
from joserfc.jwk import ECKey

from gatehouse.kit import clock

AUDIENCE = "https://appleid.apple.com"
LASTS = timedelta(minutes=5)


def client_secret(private_key: str, *, team_id: str, key_id: str, client_id: str) -> str:
    """Build the client secret. Raises `ValueError` when the key is not an elliptic-curve key."""
    key = load_pem_private_key(private_key.encode(), None)
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise ValueError("not a key for ES256")
    now = clock.now()
    claims = {
        "iss": team_id,
        "sub": client_id,
        "aud": AUDIENCE,
        "iat": int(now.timestamp()),
        "exp": int((now + LASTS).timestamp()),
    }
    return jwt.encode({"alg": "ES256", "kid": key_id}, claims, ECKey.import_key(private_key))
