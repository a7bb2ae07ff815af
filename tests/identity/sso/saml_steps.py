"""A company with a SAML provider, and browsers that go there and back."""

import base64
import zlib
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import UUID

import httpx
from lxml import etree

from gatehouse.kit import clock
from tests.federation import saml_idp
from tests.federation.saml_idp import EMAIL_CLAIM, Message, Pair, encoded
from tests.identity.sso.steps import CONFIGURATIONS, Names, make, own_domain
from tests.world import Person

PRELOGIN = "/identity/resources/auth/v2/user/sso/prelogin"
POSTLOGIN = "/identity/resources/auth/v1/user/saml/postlogin"
ACS = "/auth/saml/callback"
IDP = saml_idp.pair("idp")
ENTITY = "https://idp.acme.example/saml"


@dataclass
class Asked:
    """What the browser was sent to the provider with."""

    request: Any
    state: str
    query: dict[str, list[str]]

    @classmethod
    def of(cls, address: str) -> "Asked":
        assert address.startswith("https://idp.acme.example/sso?")
        query = parse_qs(urlsplit(address).query)
        text = zlib.decompress(base64.b64decode(query["SAMLRequest"][0]), -15)
        return cls(etree.fromstring(text), query["RelayState"][0], query)


@dataclass
class Company:
    admin: Person
    connection: dict[str, Any]
    domain: str

    @property
    def tenant_id(self) -> UUID:
        return self.admin.tenant_id

    def at(self, who: str) -> str:
        """Their address at the company."""
        return f"{who}@{self.domain}"

    async def change(self, **body: object) -> None:
        path = f"{CONFIGURATIONS}/{self.connection['id']}"
        answer = await self.admin.browser.patch(path, json=body)
        assert answer.status_code == 200, answer.text
        self.connection = answer.json()

    def message(self, who: str, asked: Asked | None = None, **more: Any) -> Message:
        """What the provider says of `who` at the company's domain."""
        address = self.at(who)
        values = {
            "entity_id": ENTITY,
            "acs_url": self.connection["acsUrl"],
            "audience": self.connection["spEntityId"],
            "name_id": f"id of {who}",
            "name_id_format": "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
            "request_id": asked.request.get("ID") if asked else None,
            "now": clock.now(),
            "assertion_id": f"_{who}{asked.state if asked else clock.now().timestamp()}",
            "attributes": {EMAIL_CLAIM: [address], "displayName": ["Ada Example"]},
        }
        return Message(**(values | more))


async def company(
    admin: Person, names: Names, domain: str, *pairs: Pair, **more: object
) -> Company:
    body = {
        "ssoEndpoint": "https://idp.acme.example/sso",
        "idpEntityId": ENTITY,
        "publicCertificate": "".join(each.certificate_pem.decode() for each in pairs or (IDP,)),
        "enabled": True,
    }
    made = await make(admin.browser, **(body | more))
    await own_domain(admin.browser, names, made["id"], domain)
    return Company(admin, made, domain)


async def ask(browser: httpx.AsyncClient, email: str) -> Asked:
    """The sign-in begins at the product."""
    answer = await browser.post(PRELOGIN, json={"email": email})
    assert answer.status_code == 200, answer.text
    assert answer.json()["idpType"] == "saml"
    return Asked.of(answer.json()["address"])


async def bring(browser: httpx.AsyncClient, root: Any, state: str = "") -> dict[str, str]:
    """The provider's page has the browser post its answer; what the page behind it is given."""
    answer = await browser.post(
        ACS,
        data={"SAMLResponse": encoded(root), "RelayState": state},
        headers={"origin": "https://idp.acme.example", "sec-fetch-site": "cross-site"},
    )
    assert answer.status_code == 303, answer.text
    target = urlsplit(answer.headers["location"])
    assert target.path == "/account/saml/callback"
    query = parse_qs(target.query, keep_blank_values=True)
    return {name: values[0] for name, values in query.items()}


async def finish(browser: httpx.AsyncClient, page: dict[str, str]) -> httpx.Response:
    return await browser.post(POSTLOGIN, json=page)


async def me(browser: httpx.AsyncClient, signed_in: httpx.Response) -> dict[str, Any]:
    assert signed_in.status_code == 200, signed_in.text
    token = signed_in.json()["accessToken"]
    answer = await browser.get(
        "/identity/resources/users/v2/me", headers={"authorization": f"Bearer {token}"}
    )
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found
