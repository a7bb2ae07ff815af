"""A company whose SAML provider is samlify, in a program of its own."""

from collections.abc import AsyncIterator, Iterator
from typing import Any
from uuid import uuid4

import httpx
import pytest

from tests.federation.node_provider import NodeProvider, running_provider
from tests.federation.saml_idp import Pair, pair
from tests.identity.sso.saml_steps import ACS, PRELOGIN, Company, finish, me
from tests.identity.sso.steps import CONFIGURATIONS, Names, own_domain
from tests.identity.sso.the_other_side import Sent, landed, reasons
from tests.world import Person, World


def pems(one: Pair) -> list[str]:
    return [one.private_pem.decode(), one.certificate_pem.decode()]


@pytest.fixture(scope="module")
def provider() -> Iterator[NodeProvider]:
    keys = {"pair": pems(pair("samlify")), "otherPair": pems(pair("samlify, another"))}
    with running_provider("samlify-idp.mjs", "samlify", **keys) as running:
        yield running


@pytest.fixture
async def there(provider: NodeProvider) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=provider.url, timeout=20) as http:
        yield http


@pytest.fixture
async def acme(admin: Person, names: Names, there: httpx.AsyncClient) -> Company:
    """Set up as administrators do it: each side is given the other's metadata."""
    metadata = (await there.get("/metadata")).text
    made = await admin.browser.post(f"{CONFIGURATIONS}/metadata", json={"metadata": metadata})
    assert made.status_code == 201, made.text
    domain = f"{uuid4().hex[:12]}.example"
    found = Company(admin, made.json(), domain)
    await own_domain(admin.browser, names, found.connection["id"], domain)
    await found.change(enabled=True)
    ours = await admin.browser.get(f"{CONFIGURATIONS}/{found.connection['id']}/sp-metadata")
    (await there.put("/trust", content=ours.content)).raise_for_status()
    return found


async def go(browser: httpx.AsyncClient, acme: Company, there: httpx.AsyncClient, how: str) -> Any:
    """There, where our signed request is checked, and back."""
    sent = Sent.by(await browser.post(PRELOGIN, json={"email": acme.at("ada")}))
    assert sent.address.startswith(f"{there.base_url}/sso?")
    answer = await there.get(f"{sent.address}&email={acme.at('ada')}&{how}")
    assert answer.status_code == 200, answer.text
    return landed(await browser.post(ACS, data=answer.json()))


@pytest.mark.parametrize("how", ["", "message", "encrypt", "encrypt&message"])
async def test_a_user_signs_in_through_samlify(
    world: World, acme: Company, there: httpx.AsyncClient, how: str
):
    browser = world.new_client()
    page = await go(browser, acme, there, how)
    assert (await me(browser, await finish(browser, page)))["email"] == acme.at("ada")


async def test_samlify_checks_our_signature(world: World, acme: Company, there: httpx.AsyncClient):
    sent = Sent.by(await world.new_client().post(PRELOGIN, json={"email": acme.at("ada")}))
    changed = sent.address.replace("RelayState=", "RelayState=x")
    answer = await there.get(f"{changed}&email={acme.at('ada')}")
    assert answer.status_code == 400
    assert "SIGNATURE" in answer.text


async def test_begun_at_the_provider(world: World, acme: Company, there: httpx.AsyncClient):
    browser = world.new_client()
    for allowed in (False, True):
        await acme.change(idpInitiated=allowed)
        answer = await there.get(f"/unasked?email={acme.at('ada')}")
        assert answer.status_code == 200, answer.text
        page = landed(await browser.post(ACS, data=answer.json()))
        assert (page["SAMLResponse"] == "refused") is not allowed
    assert (await me(browser, await finish(browser, page)))["email"] == acme.at("ada")


@pytest.mark.parametrize(
    ("how", "reason"),
    [
        ("sha1", "algorithm"),
        ("key", "certificate"),
        ("encrypt&weak", "encryption"),
        ("encrypt&sha1", "algorithm"),
    ],
)
async def test_what_is_refused(
    world: World, acme: Company, there: httpx.AsyncClient, how: str, reason: str
):
    page = await go(world.new_client(), acme, there, how)
    assert page["SAMLResponse"] == "refused"
    assert await reasons(world, acme.tenant_id) == [f"sso_saml_{reason}"]
