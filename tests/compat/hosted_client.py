"""What a public client does with `hostedLoginBox`: people sign in on our pages, and it gets a code."""

import base64
import hashlib
import random
import string
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx

from tests.compat.public_client import LOGOUT, PRODUCT, PublicClient
from tests.conftest import ORIGIN
from tests.identity.browser import sign_in
from tests.world import Person, World

CALLBACK = f"{PRODUCT}/oauth/callback"
NAVIGATION = {"sec-fetch-mode": "navigate", "sec-fetch-site": "cross-site", "accept": "text/html"}


def sixteen_letters() -> str:
    """Of the client's verifier and nonce: shorter than RFC 7636 asks for."""
    return "".join(random.choices(string.ascii_letters + string.digits, k=16))  # noqa: S311


class HostedClient:
    """`public` has the calls that stay the same; `browser` is that of both, with its cookies."""

    def __init__(self, public: PublicClient, client_id: str) -> None:
        self.public = public
        as_browsers_do = {"sec-fetch-mode": "cors", "sec-fetch-site": "cross-site"}
        self.public.browser.headers.update(as_browsers_do)
        self.client_id = client_id
        self.version = int(public.generation.version.partition(".")[0])
        self.verifier = ""
        self.user: dict[str, Any] = {}

    @property
    def refreshes_silently(self) -> bool:
        return self.version >= 6

    async def go(self, **more: str) -> str:
        """Where the browser ends up that was sent to sign in."""
        self.verifier = sixteen_letters()
        digest = hashlib.sha256(self.verifier.encode()).digest()
        asked = {
            "response_type": "code",
            "client_id": self.client_id,
            "scope": "openid email profile",
            "redirect_uri": CALLBACK,
            "code_challenge": base64.urlsafe_b64encode(digest).rstrip(b"=").decode(),
            "code_challenge_method": "S256",
            "nonce": sixteen_letters(),
            **more,
        }
        return await self.visit("/frontegg/oauth/authorize", asked)

    async def visit(self, path: str, query: dict[str, str] | None = None) -> str:
        request = httpx.Request("GET", f"{ORIGIN}{path}", params=query, headers=NAVIGATION)
        self.public.browser.cookies.set_cookie_header(request)
        answer = await self.public.browser.send(request, follow_redirects=False)
        assert answer.status_code == 302, answer.text
        return str(answer.headers["location"])

    async def sign_in_on_our_page(self, page: str, world: World, person: Person) -> str:
        """What the page does is in other tests; after it the browser has the cookie, and goes on."""
        assert page.startswith("/oauth/account/login?"), page
        signed_in = await sign_in(world, person.id, person.tenant_id)
        self.public.browser.cookies.set(
            signed_in.cookie, signed_in.token, domain="localhost.local", path="/"
        )
        return await self.visit(parse_qs(urlsplit(page).query)["redirectUrl"][0])

    async def exchange(self, place: str) -> None:
        """Back at the product's page: the code becomes tokens, and the id token is what the client keeps."""
        told = parse_qs(urlsplit(place).query)
        assert place.startswith(f"{CALLBACK}?"), place
        body = {
            "code": told["code"][0],
            "redirect_uri": CALLBACK,
            "code_verifier": self.verifier,
            "grant_type": "authorization_code",
        }
        await self._signed_in(await self.public.call("POST", "/oauth/token", body))

    async def renew(self) -> None:
        body = {"grant_type": "refresh_token", "refresh_token": self.user["refreshToken"]}
        await self._signed_in(await self.public.call("POST", "/oauth/token", body))

    async def silently(self) -> None:
        """After a reload, with the cookies of our own origin alone."""
        self.public.browser.headers.pop("authorization", None)
        body = self.public.generation.refresh
        await self._signed_in(await self.public.call("POST", "/oauth/authorize/silent", body))

    async def log_out(self) -> None:
        if self.refreshes_silently:
            await self.public.call("GET", "/oauth/logout")
        else:
            await self.public.call("POST", LOGOUT)
        self.public.browser.headers.pop("authorization", None)

    async def _signed_in(self, answer: dict[str, Any]) -> None:
        assert answer["expires_in"] > 0
        assert answer["access_token"]
        found = {
            "accessToken": answer["id_token"],
            "refreshToken": answer["refresh_token"],
            "expiresIn": answer["expires_in"],
        }
        self.user = await self.public.signed_in(found)
