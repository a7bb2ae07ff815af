"""The same calls to a company whose identity provider speaks SAML or OpenID Connect."""

from typing import Any
from uuid import uuid4

import httpx

from tests.federation.saml_idp import EMAIL_CLAIM, Message, signed
from tests.identity.sso import saml_steps
from tests.identity.sso.company import Company
from tests.identity.sso.provider import CompanyProvider
from tests.identity.sso.saml_steps import IDP, Asked, ask, bring, finish
from tests.identity.sso.steps import CONFIGURATIONS, Names
from tests.world import Person


class SamlCompany:
    """The same calls for SAML as `Company` has for OpenID Connect."""

    def __init__(self, company: saml_steps.Company) -> None:
        self.admin, self.domain = company.admin, company.domain
        self.connection_id = company.connection["id"]
        self.path = f"{CONFIGURATIONS}/{self.connection_id}"
        self._company = company

    def message(self, asked: Asked, email: str, sub: str, **more: Any) -> Message:
        """What the identity provider says of a user with this name id."""
        attributes = {EMAIL_CLAIM: [email], **more.pop("attributes", {})}
        return self._company.message("ada", asked, name_id=sub, attributes=attributes, **more)

    async def come(
        self, browser: httpx.AsyncClient, email: str, *, sub: str = "person-1", **more: Any
    ) -> httpx.Response:
        asked = await ask(browser, f"user@{self.domain}")
        root = signed(self.message(asked, email, sub, **more), IDP)
        return await finish(browser, await bring(browser, root, asked.state))


AnyCompany = Company | SamlCompany


async def set_up(kind: str, admin: Person, names: Names, provider: CompanyProvider) -> AnyCompany:
    if kind == "oidc":
        return await Company.set_up(admin, names, provider)
    return SamlCompany(await saml_steps.company(admin, names, f"{uuid4().hex[:12]}.example"))
