"""An application with a secret, which checks whatever it is told, and browsers that it sends here."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import SplitResult, parse_qs, urlsplit
from uuid import UUID

import httpx
from joserfc import jwt
from joserfc.jwk import KeySet

from tests.applications.test_credentials import by_header
from tests.identity.browser import Browser, later, sign_in
from tests.identity.oauth_steps import AUTHORIZE, TOKEN, VERIFIER, challenge
from tests.world import World

ISSUER = "http://localhost:8000"
CALLBACK = "https://console.test/callback"
AFTER_LOGOUT = "https://console.test/bye"
USERINFO = "/oauth/userinfo"
NAVIGATION = {"sec-fetch-mode": "navigate", "sec-fetch-site": "cross-site"}


@dataclass(frozen=True)
class RelyingParty:
    world: World
    id: UUID
    client_id: UUID
    secret: str

    @property
    def by_header(self) -> dict[str, str]:
        return by_header(self.client_id, self.secret)

    def request(self, **changes: str | None) -> dict[str, str]:
        asked = {
            "response_type": "code",
            "client_id": str(self.client_id),
            "redirect_uri": CALLBACK,
            "scope": "openid",
            "code_challenge": challenge(VERIFIER),
            "code_challenge_method": "S256",
            "state": "st/ate",
            "nonce": "n-1",
        }
        return {name: value for name, value in {**asked, **changes}.items() if value is not None}

    async def ask(self, browser: httpx.AsyncClient, **changes: str | None) -> SplitResult:
        """Where the browser is sent."""
        answer = await browser.get(AUTHORIZE, params=self.request(**changes))
        return place_of(answer)

    async def exchange(self, code: str, **changes: str) -> httpx.Response:
        body = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": CALLBACK,
            "code_verifier": VERIFIER,
            **changes,
        }
        return await self.world.new_client().post(TOKEN, data=body, headers=self.by_header)

    async def tokens(self, place: SplitResult, *, nonce: str | None = "n-1") -> dict[str, Any]:
        """For the code that the browser came back with; the id token is checked."""
        told = values_of(place)
        assert place.geturl().startswith(CALLBACK), place.geturl()
        assert (told["state"], told["iss"]) == ("st/ate", ISSUER)
        answer = await self.exchange(told["code"])
        assert answer.status_code == 200, answer.text
        assert answer.headers["cache-control"] == "no-store"
        tokens: dict[str, Any] = answer.json()
        claims = await self.claims(tokens["id_token"])
        assert claims.get("nonce") == nonce
        return {**tokens, "claims": claims}

    async def sign_in(self, browser: httpx.AsyncClient, **changes: str | None) -> dict[str, Any]:
        return await self.tokens(await self.ask(browser, **changes))

    async def claims(self, id_token: str) -> dict[str, Any]:
        """Read by another library with the published keys (OpenID Connect Core §3.1.3.7)."""
        keys = (await self.world.new_client().get("/.well-known/jwks.json")).json()
        token = jwt.decode(id_token, KeySet.import_key_set(keys), ["ES256", "RS256"])
        claims = token.claims
        assert token.header["kid"] in {key["kid"] for key in keys["keys"]}
        assert (claims["iss"], claims["aud"]) == (ISSUER, str(self.client_id))
        assert claims["iat"] <= claims["exp"]
        assert 0 < len(claims["sub"]) <= 255
        return claims

    async def info(self, token: str) -> httpx.Response:
        headers = {"authorization": f"Bearer {token}"}
        return await self.world.new_client().get(USERINFO, headers=headers)


def place_of(answer: httpx.Response) -> SplitResult:
    assert answer.status_code in (302, 303), answer.text
    return urlsplit(answer.headers["location"])


def values_of(place: SplitResult) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(place.query).items()}


async def again(world: World, browser: Browser) -> Browser:
    """The same person, who has signed in anew two seconds later."""
    later(seconds=2)
    return await sign_in(world, browser.session.user_id, browser.session.tenant_id)


async def back(browser: Browser, page: SplitResult) -> SplitResult:
    """The sign-in page is done, and the browser goes on to where it was on its way."""
    assert page.path.startswith("/oauth/account/"), page.geturl()
    return place_of(await browser.http.get(values_of(page)["redirectUrl"]))
