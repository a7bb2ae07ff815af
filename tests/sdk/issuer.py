"""A server as far as a product's backend sees it: keys, and what its people may use."""

import time
from dataclasses import dataclass, field
from typing import Any

import httpx
from joserfc import jwt
from joserfc.jwk import ECKey

from gatehouse_sdk import SyncTokens, Tokens

URL = "https://id.test"
AUDIENCE = "the-product"
FEATURE: dict[str, Any] = {"planIds": [], "linkedPermissions": [], "featureFlag": None}


def new_key(key_id: str) -> ECKey:
    return ECKey.generate_key("P-256", {"kid": key_id, "alg": "ES256"}, auto_kid=False)


@dataclass
class Issuer:
    """`ends`: when each feature expires, in milliseconds, -1 for never. `page`: what a proxy in between
    answers instead, with 200."""

    keys: list[ECKey] = field(default_factory=lambda: [new_key("first")])
    ends: dict[str, int | None] = field(default_factory=dict)
    is_away: bool = False
    status: int = 200
    page: str | None = None
    asked: list[str] = field(default_factory=list)
    permissions: list[str] = field(default_factory=list)
    roles: list[str] = field(default_factory=list)

    def token(self, **claims: Any) -> str:
        """Signed with the newest key."""
        key = self.keys[-1]
        said = {
            "sub": "pat",
            "tenantId": "acme",
            "iss": URL,
            "aud": AUDIENCE,
            "exp": int(time.time()) + 300,
        }
        header = {"alg": "ES256", "kid": key.kid}
        return jwt.encode(header, {**said, **claims}, key, ["ES256"])

    def tokens(self) -> Tokens:
        http = httpx.AsyncClient(transport=httpx.MockTransport(self._answer))
        return Tokens(URL, audience=AUDIENCE, http=http)

    def sync_tokens(self) -> SyncTokens:
        http = httpx.Client(transport=httpx.MockTransport(self._answer))
        return SyncTokens(URL, audience=AUDIENCE, http=http)

    def _answer(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request.url.path)
        if self.is_away:
            raise httpx.ConnectError("away")
        if self.page is not None:
            return httpx.Response(200, text=self.page)
        if request.url.path.endswith("jwks.json"):
            keys = [{**key.as_dict(private=False), "alg": "ES256"} for key in self.keys]
            return httpx.Response(200, json={"keys": keys})
        if request.url.path.endswith("me/authorization"):
            lists = {"roles": self.roles, "permissions": self.permissions}
            held = {name: [{"key": key} for key in keys] for name, keys in lists.items()}
            return httpx.Response(self.status, json=held)
        features = {key: {**FEATURE, "expireTime": end} for key, end in self.ends.items()}
        says = {"features": features, "plans": {}, "permissions": {}}
        return httpx.Response(self.status, json=says)
