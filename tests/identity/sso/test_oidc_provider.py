"""A company whose OpenID provider is oidc-provider, in a program of its own, with PKCE and a secret."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit, urlunsplit
from uuid import uuid4

import httpx
import pytest

from gatehouse.identity.external.documents import ProviderDocuments
from gatehouse.kit import clock
from gatehouse.kit.outbound import Outbound
from gatehouse.kit.resources import Resources
from tests.federation.conftest import LOOPBACK
from tests.federation.node_provider import NodeProvider, running_provider
from tests.identity.sso.company import POSTLOGIN
from tests.identity.sso.saml_steps import PRELOGIN, Company, me
from tests.identity.sso.steps import Names, make, own_domain
from tests.identity.sso.the_other_side import Sent, reasons
from tests.world import Person, World

CALLBACK = "http://localhost:8000/account/oidc/callback"
SECRET = "a secret of the company's own"


@pytest.fixture(scope="module")
def running() -> Iterator[NodeProvider]:
    given = {"secret": SECRET, "callback": CALLBACK}
    with running_provider("oidc-provider.mjs", "oidc-provider", **given) as running:
        yield running


@pytest.fixture
def there(running: NodeProvider, resources: Resources) -> Iterator[NodeProvider]:
    clock.reset_clock()  # its tokens are of now
    before = resources[Outbound]
    resources.add(Outbound, Outbound(LOOPBACK))
    resources[ProviderDocuments].clear_cache()
    yield running
    resources.add(Outbound, before)


async def company(admin: Person, names: Names, there: NodeProvider, secret: str) -> Company:
    domain = f"{uuid4().hex[:12]}.example"
    client = {"oidcClientId": "gatehouse", "oidcSecret": secret}
    made = await make(admin.browser, type="oidc", enabled=True, ssoEndpoint=there.url, **client)
    await own_domain(admin.browser, names, made["id"], domain)
    return Company(admin, made, domain)


@pytest.fixture
async def acme(admin: Person, names: Names, there: NodeProvider) -> Company:
    return await company(admin, names, there, SECRET)


async def walked(there: NodeProvider, address: str) -> dict[str, str]:
    """In a browser without a session, through the provider's pages; what it comes back with."""
    async with httpx.AsyncClient(timeout=20) as elsewhere:
        answer = await elsewhere.get(address)
        assert answer.is_redirect, answer.text
        while not answer.headers["location"].startswith(CALLBACK):
            answer = await elsewhere.get(answer.url.join(answer.headers["location"]))
            assert answer.is_redirect, answer.text
    query = parse_qs(urlsplit(answer.headers["location"]).query)
    return {name: values[0] for name, values in query.items()}


async def come(
    browser: httpx.AsyncClient, acme: Company, there: NodeProvider, **otherwise: Any
) -> httpx.Response:
    there.tell(person=ada(acme), **otherwise)
    sent = Sent.by(await browser.post(PRELOGIN, json={"email": acme.at("ada")}))
    back = await walked(there, sent.address)
    assert back["iss"] == there.url
    return await browser.post(POSTLOGIN, json={"code": back["code"], "RelayState": back["state"]})


def ada(acme: Company) -> dict[str, str]:
    return {"sub": f"id of {acme.domain}", "email": acme.at("ada"), "name": "Ada Example"}


WAYS: list[dict[str, Any]] = [
    {},
    {"inToken": True},
    {"alg": "ES256", "inToken": True},
    {"alg": "PS256"},
    {"method": "client_secret_post"},
]


@pytest.mark.parametrize("how", WAYS, ids=[" ".join(one) or "userinfo" for one in WAYS])
async def test_a_user_signs_in_through_oidc_provider(
    world: World, acme: Company, there: NodeProvider, how: dict[str, Any]
):
    browser = world.new_client()
    person = await me(browser, await come(browser, acme, there, **how))
    assert (person["email"], person["name"]) == (acme.at("ada"), "Ada Example")


async def test_also_when_its_keys_change(world: World, acme: Company, there: NodeProvider):
    ids = set()
    for otherwise in ({}, {"keys": "another"}, {"keys": "another", "alg": "ES256"}):
        browser = world.new_client()
        ids.add((await me(browser, await come(browser, acme, there, **otherwise)))["id"])
    assert len(ids) == 1


async def test_it_is_asked_with_a_challenge_and_checks_the_verifier(
    world: World, acme: Company, there: NodeProvider
):
    there.tell(person=ada(acme))
    browser = world.new_client()
    sent = Sent.by(await browser.post(PRELOGIN, json={"email": acme.at("ada")}))
    assert sent.query["code_challenge_method"] == ["S256"]
    parts = urlsplit(sent.address)
    plain = {name: values[0] for name, values in sent.query.items()}
    changed = plain | {"code_challenge": "x" * 43}
    back = await walked(there, urlunsplit(parts._replace(query=urlencode(changed))))
    answer = await browser.post(POSTLOGIN, json={"code": back["code"], "RelayState": back["state"]})
    assert (answer.status_code, answer.json()["errorCode"]) == (401, "sso.failed")
    assert len(await reasons(world, acme.tenant_id)) == 1


async def test_a_code_counts_in_the_browser_that_asked_and_once(
    world: World, acme: Company, there: NodeProvider
):
    there.tell(person=ada(acme))
    browser = world.new_client()
    sent = Sent.by(await browser.post(PRELOGIN, json={"email": acme.at("ada")}))
    back = await walked(there, sent.address)
    body = {"code": back["code"], "RelayState": back["state"]}
    assert (await world.new_client().post(POSTLOGIN, json=body)).status_code == 401
    assert (await browser.post(POSTLOGIN, json=body)).status_code == 200
    assert (await browser.post(POSTLOGIN, json=body)).status_code == 401


async def test_a_wrong_secret_starts_no_session(
    world: World, admin: Person, names: Names, there: NodeProvider
):
    wrong = await company(admin, names, there, "another secret")
    answer = await come(world.new_client(), wrong, there)
    assert (answer.status_code, answer.json()["errorCode"]) == (401, "sso.failed")
