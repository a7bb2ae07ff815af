"""Users of a company with SAML, and the logout messages of its provider."""

import base64
import zlib
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.hashes import SHA256
from lxml import etree

from gatehouse.kit import clock
from tests.federation.saml_idp import DS, Pair, pair, signed
from tests.federation.saml_leaving import (
    Leave,
)
from tests.identity.sso.saml_steps import IDP, Company, ask, bring, company, finish, me
from tests.identity.sso.steps import Names
from tests.world import Person, World

SLO = "/auth/saml/logout"


AT_PROVIDER = "https://idp.acme.example/slo"


HERE = f"http://localhost:8000{SLO}"


PAGE = {"sec-fetch-mode": "navigate"}


ELSEWHERE = {"origin": "https://idp.acme.example", "sec-fetch-site": "cross-site"}


@pytest.fixture
async def acme(admin: Person, names: Names) -> Company:
    entity = f"https://{uuid4().hex[:12]}.idp.example/saml"
    domain = f"{uuid4().hex[:12]}.example"
    return await company(admin, names, domain, idpEntityId=entity, sloEndpoint=AT_PROVIDER)


@dataclass
class Somebody:
    """Signed in through the provider in one browser; `index` is the provider's own name of that session."""

    world: World
    acme: Company
    who: str = "ada"
    index: str = "_session1"
    http: httpx.AsyncClient = field(init=False)

    async def comes_in(self) -> "Somebody":
        self.http = self.world.new_client()
        asked = await ask(self.http, self.acme.at(self.who))
        message = self.acme.message(
            self.who, asked, entity_id=self.acme.connection["idpEntityId"]
        ).changed('SessionIndex="_session1"', f'SessionIndex="{self.index}"')
        page = await bring(self.http, signed(message, IDP), asked.state)
        answer = await finish(self.http, page)
        await me(self.http, answer)
        self.http.headers["authorization"] = f"Bearer {answer.json()['accessToken']}"
        return self

    async def is_in(self) -> bool:
        answer = await self.http.get("/identity/resources/users/v2/me")
        return answer.status_code == 200


def leave(acme: Company, **more: Any) -> Leave:
    values = {
        "issuer": acme.connection["idpEntityId"],
        "destination": HERE,
        "id": f"_{uuid4().hex}",
        "at": clock.now(),
    }
    return Leave(**(values | more))


async def sent(world: World, query: str) -> httpx.Response:
    return await world.new_client().get(f"{SLO}?{query}")


async def message_of(http: httpx.AsyncClient, answer: httpx.Response, kind: str) -> tuple[Any, str]:
    """What the browser takes to the provider, whose signature over the address was checked, and its state."""
    assert answer.status_code == 303, answer.text
    place = urlsplit(answer.headers["location"])
    assert place._replace(query="").geturl() == AT_PROVIDER
    query = parse_qs(place.query)
    text, _, signature = place.query.rpartition("&Signature=")
    assert signature
    raw = base64.b64decode(query["Signature"][0])
    assert query["SigAlg"] == ["http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"]
    ours = (await our_certificate(http)).certificate
    key: Any = ours.public_key()
    key.verify(raw, text.encode(), PKCS1v15(), SHA256())
    root = etree.fromstring(zlib.decompress(base64.b64decode(query[kind][0]), -15))
    return root, query.get("RelayState", [""])[0]


async def our_certificate(http: httpx.AsyncClient) -> Pair:
    """By which providers know us, from the metadata that they import."""
    root = etree.fromstring((await http.get("/auth/saml/metadata")).content)
    text = next(root.iter(f"{{{DS}}}X509Certificate")).text
    return Pair(None, x509.load_der_x509_certificate(base64.b64decode(text)))


MALLORY = pair("mallory")
