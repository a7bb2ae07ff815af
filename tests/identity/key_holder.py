"""An application that holds a key and proves it (RFC 9449), written with another library than the server."""

import base64
import hashlib
from typing import Any
from uuid import uuid4

from joserfc import jwt
from joserfc.jwk import ECKey, RSAKey

from gatehouse.kit import clock

ORIGIN = "http://localhost:8000"


class KeyHolder:
    def __init__(self, algorithm: str = "ES256") -> None:
        self.algorithm = algorithm
        self.key: ECKey | RSAKey = (
            ECKey.generate_key("P-256") if algorithm == "ES256" else RSAKey.generate_key(2048)
        )

    @property
    def thumbprint(self) -> str:
        return self.key.thumbprint()

    def proof(
        self,
        method: str,
        path: str,
        token: str | None = None,
        header: dict[str, Any] | None = None,
        **changes: Any,
    ) -> dict[str, str]:
        """The header `DPoP`; `changes` of None leave a claim out."""
        claims = {
            "jti": uuid4().hex,
            "htm": method,
            "htu": f"{ORIGIN}{path}",
            "iat": int(clock.now().timestamp()),
            **({"ath": _hash(token)} if token else {}),
            **changes,
        }
        kept = {name: value for name, value in claims.items() if value is not None}
        whole = {
            "typ": "dpop+jwt",
            "alg": self.algorithm,
            "jwk": self.key.as_dict(private=False),
            **(header or {}),
        }
        return {"dpop": jwt.encode(whole, kept, self.key)}

    def shows(self, method: str, path: str, token: str, **changes: Any) -> dict[str, str]:
        """The headers of a call with a token that is bound to the key."""
        return {
            "authorization": f"DPoP {token}",
            **self.proof(method, path, token, **changes),
        }


def _hash(token: str) -> str:
    digest = hashlib.sha256(token.encode()).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
