"""A company whose people sign in through its own provider."""

from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import httpx

from tests.identity.sso.provider import CompanyProvider
from tests.identity.sso.steps import CONFIGURATIONS, Names, make, own_domain
from tests.world import Person

PRELOGIN = "/identity/resources/auth/v2/user/sso/prelogin"
POSTLOGIN = "/identity/resources/auth/v2/user/oidc/postlogin"


@dataclass
class Company:
    admin: Person
    provider: CompanyProvider
    connection_id: str
    domain: str
    domain_id: str

    @classmethod
    async def set_up(cls, admin: Person, names: Names, provider: CompanyProvider) -> "Company":
        made = await make(admin.browser, **provider.connection)
        domain = f"{uuid4().hex[:12]}.example"
        added = await own_domain(admin.browser, names, made["id"], domain)
        return cls(admin, provider, made["id"], domain, added["id"])

    @property
    def path(self) -> str:
        return f"{CONFIGURATIONS}/{self.connection_id}"

    async def change(self, **body: object) -> None:
        answer = await self.admin.browser.patch(self.path, json=body)
        assert answer.status_code == 200, answer.text

    async def role(self, key: str) -> str:
        roles = (await self.admin.browser.get("/identity/resources/roles/v1")).json()
        return next(str(role["id"]) for role in roles if role["key"] == key)

    async def send(self, browser: httpx.AsyncClient, email: str) -> str:
        """Where they are sent."""
        answer = await browser.post(PRELOGIN, json={"email": email})
        assert answer.status_code == 200, answer.text
        return str(answer.json()["address"])

    async def come(self, browser: httpx.AsyncClient, email: str, **claims: Any) -> httpx.Response:
        """All of it: sent to the provider, signed in there, and back."""
        address = await self.send(browser, f"user@{self.domain}")
        back = self.provider.sign_in(address, **{"email": email, **claims})
        return await browser.post(
            POSTLOGIN, json={"code": back["code"], "RelayState": back["state"]}
        )
