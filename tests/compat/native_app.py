"""What an app on a device does, as the hosted platform's native packages do it: it opens the system's
browser, takes the code from an address of its own scheme, and keeps tokens itself. It has no cookies of the
browser."""

import base64
import hashlib
import random
import string
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx

from tests.conftest import ORIGIN

PACKAGE = "com.example.app"
ANDROID = f"{PACKAGE}://localhost/android/oauth/callback"
APP_LINK = f"{ORIGIN}/oauth/account/redirect/android/{PACKAGE}"
IOS = f"{PACKAGE}://localhost/ios/oauth/callback"
NAVIGATION = {"sec-fetch-mode": "navigate", "sec-fetch-site": "none", "accept": "text/html"}


def letters(count: int) -> str:
    return "".join(random.choices(string.ascii_letters + string.digits, k=count))  # noqa: S311


def query_of(address: str) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}


def refresh_token_of(answer: httpx.Response) -> str:
    """An app has no cookies; it reads the one that a sign-in sets."""
    [token] = [value for name, value in answer.cookies.items() if name.startswith("fe_refresh_")]
    return token


class SystemBrowser:
    """Shared by all apps of the device, with the cookies of the person."""

    def __init__(self, asgi: Any) -> None:
        transport = httpx.ASGITransport(asgi, raise_app_exceptions=False)
        self.http = httpx.AsyncClient(transport=transport, base_url=ORIGIN)

    async def visit(self, address: str) -> str:
        """Where it is sent on to."""
        request = self.http.build_request("GET", address, headers=NAVIGATION)
        answer = await self.http.send(request, follow_redirects=False)
        assert answer.status_code in (302, 303), answer.text
        return str(answer.headers["location"])

    async def sign_in(self, page: str, email: str, password: str) -> str:
        """On our page, which goes on to where the request is."""
        assert page.startswith("/oauth/account/login?"), page
        body = {"email": email, "password": password}
        answer = await self.http.post("/frontegg/identity/resources/auth/v1/user", json=body)
        assert answer.status_code == 200, answer.text
        return await self.visit(query_of(page)["redirectUrl"])


@dataclass
class NativeApp:
    """`client_id` and `application_id` as its developer wrote them down: the second only where the vendor has
    several applications. Some packages make verifiers that are shorter than RFC 7636 asks for."""

    http: httpx.AsyncClient
    client_id: str
    redirect_uri: str = ANDROID
    application_id: str = ""
    verifier_length: int = 64
    state: str = ""
    verifier: str = ""
    tokens: dict[str, Any] = field(default_factory=dict)

    @property
    def cookie(self) -> str:
        """The name of the refresh cookie, which only the app itself writes."""
        return f"fe_refresh_{self.client_id.replace('-', '', 1)}"

    def challenge(self) -> str:
        self.verifier = letters(self.verifier_length)
        digest = hashlib.sha256(self.verifier.encode()).digest()
        return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()

    def authorize_address(self, path: str = "/oauth/authorize", **more: str) -> str:
        self.state = letters(16)
        asked = {
            "response_type": "code",
            "client_id": self.application_id or self.client_id,
            "scope": "openid email profile",
            "redirect_uri": self.redirect_uri,
            "code_challenge": self.challenge(),
            "code_challenge_method": "S256",
            "nonce": letters(16),
            "state": self.state,
            "prompt": "login",
            **more,
        }
        return f"{path}?{urlencode(asked)}"

    async def call(
        self, method: str, path: str, body: dict[str, Any] | None = None, **headers: str
    ) -> httpx.Response:
        sent = {"accept": "application/json", "origin": ORIGIN, **headers}
        if self.application_id:
            sent["frontegg-requested-application-id"] = self.application_id
        if self.tokens:
            sent["authorization"] = f"Bearer {self.tokens['id_token']}"
        answer = await self.http.request(method, path, json=body, headers=sent)
        self.http.cookies.clear()
        return answer

    async def opened(self, address: str) -> httpx.Response:
        """The system hands it an address of its scheme; the code becomes tokens."""
        assert address.startswith(f"{self.redirect_uri}?"), address
        told = query_of(address)
        assert told["state"] == self.state
        body = {
            "code": told["code"],
            "redirect_uri": self.redirect_uri,
            "code_verifier": self.verifier,
            "grant_type": "authorization_code",
        }
        return self._kept(await self.call("POST", "/oauth/token", body))

    async def renew(self) -> httpx.Response:
        body = {"grant_type": "refresh_token", "refresh_token": self.tokens["refresh_token"]}
        return self._kept(await self.call("POST", "/oauth/token", body))

    async def silently(self, refresh_token: str) -> httpx.Response:
        """With the refresh token of a sign-in that it made without the browser, as for passkeys."""
        cookie = f"{self.cookie}={refresh_token};"
        return self._kept(await self.call("POST", "/oauth/authorize/silent", {}, cookie=cookie))

    async def log_out(self) -> httpx.Response:
        return await self.call(
            "POST",
            "/oauth/logout/token",
            {},
            cookie=f"{self.cookie}={self.tokens['refresh_token']}",
            referer=f"{ORIGIN}/oauth/account/logout",
        )

    async def user(self) -> dict[str, Any]:
        """Of two calls at the start of every screen."""
        me = await self.call("GET", "/identity/resources/users/v2/me")
        tenants = await self.call("GET", "/identity/resources/users/v3/me/tenants")
        assert (me.status_code, tenants.status_code) == (200, 200), me.text
        return {**me.json(), "activeTenant": tenants.json()["activeTenant"]}

    def _kept(self, answer: httpx.Response) -> httpx.Response:
        if answer.status_code == 200:
            self.tokens = answer.json()
        return answer
