"""A person at the buttons of the sign-in page, and the provider that they go to."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import httpx

from gatehouse.configuration.service import apply_document
from gatehouse.kit.crypto import Box
from gatehouse.kit.db import Database
from gatehouse.kit.resources import Resources
from gatehouse.vendor.configuration.live import VendorConfiguration
from tests.conftest import ORIGIN
from tests.federation.provider import CLIENT_ID, SECRET, FakeProvider

AUTH = "/identity/resources/auth"
PAGE = f"{ORIGIN}/account/social/success"
PARTNER = "partner"


def an_address() -> str:
    return f"{uuid4().hex[:12]}@example.test"


def query_of(address: str) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}


@dataclass
class Social:
    resources: Resources
    provider: FakeProvider
    asgi: Any
    name: str = PARTNER

    async def apply(self, document: str) -> None:
        await apply_document(self.resources[Database], document, box=self.resources[Box])
        await self.resources[VendorConfiguration].load()

    async def offer(self, **more: object) -> None:
        """The provider, as one of the vendor's own."""
        lines = [f"[custom_social.{self.name}]", 'display_name = "Partner"']
        ours = {"client_id": CLIENT_ID, "client_secret": SECRET}
        given = {**ours, "issuer": self.provider.url, **more}
        for name, value in given.items():
            written = (
                str(value).lower() if isinstance(value, bool) else repr(value).replace("'", '"')
            )
            lines.append(f"{name} = {written}")
        await self.apply("\n".join(lines))

    def browser(self) -> httpx.AsyncClient:
        transport = httpx.ASGITransport(self.asgi, raise_app_exceptions=False)
        return httpx.AsyncClient(transport=transport, base_url=ORIGIN)

    async def go(self, browser: httpx.AsyncClient, **query: str) -> dict[str, str]:
        """To the provider; what it is asked."""
        asked = {"redirectUri": PAGE, "state": '{"provider":"partner","action":"login"}', **query}
        path = f"{AUTH}/v2/user/sso/custom/{self.name}/prelogin"
        response = await browser.get(path, params=asked)
        assert response.status_code == 302, response.text
        assert response.headers["location"].startswith(self.provider.url)
        return query_of(response.headers["location"])

    async def back(
        self, browser: httpx.AsyncClient, asked: dict[str, str], code: str
    ) -> dict[str, str]:
        """From the provider; what the page is given."""
        response = await browser.get(
            asked["redirect_uri"], params={"code": code, "state": asked["state"]}
        )
        assert response.status_code == 303, response.text
        return query_of(response.headers["location"])

    async def post(self, browser: httpx.AsyncClient, code: str, **body: object) -> httpx.Response:
        path = f"{AUTH}/v1/user/sso/{self.name}/postlogin"
        headers = body.pop("headers", None)
        query = {"code": code, "redirectUri": PAGE, "state": "{}"}
        return await browser.post(path, params=query, json=body, headers=headers)  # type: ignore[arg-type]

    async def sign_in(
        self, browser: httpx.AsyncClient | None = None, **body: object
    ) -> httpx.Response:
        """The whole way."""
        browser = browser or self.browser()
        asked = await self.go(browser)
        given = await self.back(browser, asked, self.provider.authorize(asked))
        return await self.post(browser, given["code"], **body)


def codes_of(response: httpx.Response) -> list[str]:
    found: list[str] = response.json().get("errorCodes", [])
    return found
