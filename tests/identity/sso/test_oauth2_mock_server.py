"""A company whose OpenID provider is oauth2-mock-server, in a program of its own: it does right, or wrong."""

from collections.abc import Iterator
from typing import Any
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
from tests.identity.sso.the_other_side import Sent, query_of, reasons
from tests.world import Person, World


@pytest.fixture(scope="module")
def running() -> Iterator[NodeProvider]:
    with running_provider("oauth2-mock-server.mjs", "oauth2-mock-server") as running:
        yield running


@pytest.fixture
def there(running: NodeProvider, resources: Resources) -> Iterator[NodeProvider]:
    clock.reset_clock()  # its tokens are of now
    before = resources[Outbound]
    resources.add(Outbound, Outbound(LOOPBACK))
    resources[ProviderDocuments].clear_cache()
    yield running
    resources.add(Outbound, before)


@pytest.fixture
async def acme(admin: Person, names: Names, there: NodeProvider) -> Company:
    domain = f"{uuid4().hex[:12]}.example"
    client = {"oidcClientId": "gatehouse", "oidcSecret": uuid4().hex}
    made = await make(admin.browser, type="oidc", enabled=True, ssoEndpoint=there.url, **client)
    await own_domain(admin.browser, names, made["id"], domain)
    return Company(admin, made, domain)


async def come(
    browser: httpx.AsyncClient, acme: Company, there: NodeProvider, **otherwise: Any
) -> httpx.Response:
    person = {"sub": f"id of {acme.domain}", "email": acme.at("ada"), "name": "Ada Example"}
    there.tell(person=person, **otherwise)
    sent = Sent.by(await browser.post(PRELOGIN, json={"email": acme.at("ada")}))
    async with httpx.AsyncClient(timeout=20) as elsewhere:
        back = query_of(await elsewhere.get(sent.address))
    return await browser.post(POSTLOGIN, json={"code": back["code"], "RelayState": back["state"]})


async def test_a_user_signs_in_also_after_keys_change(
    world: World, acme: Company, there: NodeProvider
):
    ids = set()
    for otherwise in ({}, {}, {"keys": "another"}):
        browser = world.new_client()
        person = await me(browser, await come(browser, acme, there, **otherwise))
        assert (person["email"], person["name"]) == (acme.at("ada"), "Ada Example")
        ids.add(person["id"])
    assert len(ids) == 1


FAULTS: list[tuple[str, dict[str, Any]]] = [
    ("audience", {"payload": {"aud": "another"}}),
    ("audience", {"payload": {"aud": ["gatehouse", "another"]}}),
    ("audience", {"payload": {"azp": "another"}}),
    ("issuer", {"payload": {"iss": "https://elsewhere.example"}}),
    ("nonce", {"payload": {"nonce": "another"}}),
    ("nonce", {"payload": {"nonce": None}}),
    ("expired", {"payload": {"exp": 1_700_000_000}}),
    ("not_yet", {"payload": {"nbf": 4_000_000_000}}),
    ("malformed", {"payload": {"exp": None}}),
    ("malformed", {"payload": {"exp": "tomorrow"}}),
    ("subject", {"payload": {"sub": None}}),
    ("unknown_key", {"header": {"kid": "another"}}),
    ("algorithm", {"alg": "none"}),
    ("algorithm", {"alg": "HS256"}),
]


@pytest.mark.parametrize(
    ("reason", "otherwise"), FAULTS, ids=[f"{one[0]}-{one[1]}" for one in FAULTS]
)
async def test_a_token_that_says_something_wrong(
    world: World,
    acme: Company,
    there: NodeProvider,
    reason: str,
    otherwise: dict[str, Any],
):
    answer = await come(world.new_client(), acme, there, **otherwise)
    assert (answer.status_code, answer.json()["errorCode"]) == (401, "sso.failed"), answer.text
    assert await reasons(world, acme.tenant_id) == [f"sso_{reason}"]
