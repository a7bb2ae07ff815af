"""A company's provider of OpenID Connect, which is asked in place of the internet."""

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import parse_qs, urlsplit

import orjson
from joserfc import jwt
from joserfc.jwk import ECKey

from gatehouse.identity.external.client import derive_code_challenge
from gatehouse.kit import clock
from gatehouse.kit.outbound import Outbound, OutboundResponse, Unreachable


class CompanyProvider(Outbound):
    """`claims` are what it says of the next user who signs in; `away`: it does not answer."""

    client_id, secret = "gatehouse-at-the-company", "a secret of the company"

    def __init__(self, issuer: str) -> None:
        self.issuer = issuer
        self.claims: dict[str, Any] = {}
        self.away = False
        self.end_session: str | None = f"{issuer}/logout"
        self.id_token = ""
        self.metadata: dict[str, Any] = {}
        self.userinfo: dict[str, Any] | str | None = None  # none: there is no endpoint
        self.userinfo_requests = 0
        self.token_requests: list[tuple[dict[str, str], Mapping[str, str]]] = []
        self.refuse_token: Callable[
            [dict[str, str], Mapping[str, str]], OutboundResponse | None
        ] = lambda form, headers: None
        self._key = ECKey.generate_key("P-256", {"kid": "one", "alg": "ES256", "use": "sig"})
        self._asked: dict[str, dict[str, str]] = {}

    @property
    def connection(self) -> dict[str, Any]:
        """What an administrator types in."""
        return {
            "type": "oidc",
            "enabled": True,
            "ssoEndpoint": self.issuer,
            "oidcClientId": self.client_id,
            "oidcSecret": self.secret,
        }

    def sign_in(self, address: str, **claims: object) -> dict[str, str]:
        """A user is there, at the address to which they were sent: what they come back with."""
        parts = urlsplit(address)
        asked = {name: values[0] for name, values in parse_qs(parts.query).items()}
        assert f"{parts.scheme}://{parts.netloc}" == self.issuer
        assert asked["client_id"] == self.client_id
        code = f"code-{len(self._asked)}"
        self._asked[code] = asked
        self.claims = {"sub": "person-1", **claims}
        return {"code": code, "state": asked["state"]}

    def has_waiting(self, code: str) -> bool:
        """The code was not used yet."""
        return code in self._asked

    async def get(
        self, url: str, headers: Mapping[str, str] | None = None, *, most: int = 0
    ) -> OutboundResponse:
        if self.away:
            raise Unreachable("The connection was refused")
        if url.endswith("/.well-known/openid-configuration"):
            said = {
                "issuer": self.issuer,
                "authorization_endpoint": f"{self.issuer}/authorize",
                "token_endpoint": f"{self.issuer}/token",
                "jwks_uri": f"{self.issuer}/keys",
            }
            if self.userinfo is not None:
                said["userinfo_endpoint"] = f"{self.issuer}/userinfo"
            if self.end_session:
                said["end_session_endpoint"] = self.end_session
            return _json(said | self.metadata)
        if url.endswith("/userinfo"):
            self.userinfo_requests += 1
            if isinstance(self.userinfo, str):
                return OutboundResponse(200, self.userinfo)
            return _json(self.userinfo)
        return _json({"keys": [self._key.as_dict(private=False)]})

    async def post(
        self, url: str, content: bytes, headers: Mapping[str, str], *, most: int = 0
    ) -> OutboundResponse:
        form = {name: values[0] for name, values in parse_qs(content.decode()).items()}
        self.token_requests.append((form, headers))
        if (refused := self.refuse_token(form, headers)) is not None:
            return refused
        asked = self._asked.pop(form["code"], None)
        if asked is None or derive_code_challenge(form["code_verifier"]) != asked["code_challenge"]:
            return OutboundResponse(400, '{"error":"invalid_grant"}')
        now = int(clock.now().timestamp())
        claims = {
            "iss": self.issuer, "aud": self.client_id, "iat": now, "exp": now + 300,
            "nonce": asked["nonce"], **self.claims,
        }  # fmt: skip
        self.id_token = self.signed(claims)
        return _json({"access_token": "any", "token_type": "Bearer", "id_token": self.id_token})

    def signed(self, claims: Mapping[str, Any], key: ECKey | None = None, /, **header: str) -> str:
        """By its key, or another that says that it is."""
        return jwt.encode({"alg": "ES256", "kid": "one"} | header, dict(claims), key or self._key)


def _json(value: object) -> OutboundResponse:
    content = orjson.dumps(value)
    return OutboundResponse(200, content.decode(), content)
