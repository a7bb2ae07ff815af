"""One Gatehouse is the OpenID provider of another: people come in with their account there, as with a social
account or as a company's people."""

from collections.abc import AsyncIterator, Iterator
from typing import Any

import httpx
import pytest

from gatehouse.demo.names import PASSWORD
from gatehouse.kit import clock
from gatehouse.kit.names import NameServers
from gatehouse.kit.outbound import Outbound
from gatehouse.kit.resources import Resources
from tests.conftest import ORIGIN
from tests.federation.conftest import LOOPBACK
from tests.federation.provider import FakeProvider
from tests.federation.running import Clients
from tests.federation.social_steps import AUTH, Social, query_of
from tests.identity.sso.company import POSTLOGIN, PRELOGIN
from tests.identity.sso.steps import Names, make, own_domain
from tests.world import World

PERSON, DOMAIN = "readonly@acme.test", "acme.test"
LOGIN = "/identity/resources/auth/v1/user"
ME = "/identity/resources/users/v2/me"


@pytest.fixture
def there(clients: Clients) -> Iterator[httpx.Client]:
    """A browser that is signed in at the other one."""
    with httpx.Client(base_url=clients.url, timeout=20) as http:
        http.post(LOGIN, json={"email": PERSON, "password": PASSWORD}).raise_for_status()
        yield http


@pytest.fixture
def names(resources: Resources) -> Iterator[Names]:
    before, ours = resources[NameServers], Names()
    resources.add(NameServers, ours)
    yield ours
    resources.add(NameServers, before)


@pytest.fixture
async def social(resources: Resources, asgi: Any) -> AsyncIterator[Social]:
    made = Social(resources, FakeProvider(), asgi)
    yield made
    clock.reset_clock()  # the change is of now
    await made.apply('[remove]\ncustom_social = ["partner"]')


def came_back(there: httpx.Client, address: str) -> dict[str, str]:
    """With a code for the user who is signed in there."""
    answer = there.get(address)
    assert answer.status_code == 302, answer.text
    return query_of(answer.headers["location"])


async def who(browser: httpx.AsyncClient, answer: httpx.Response) -> dict[str, Any]:
    assert answer.status_code == 200, answer.text
    headers = {"authorization": f"Bearer {answer.json()['accessToken']}"}
    found: dict[str, Any] = (await browser.get(ME, headers=headers)).json()
    return found


async def test_as_a_social_account(clients: Clients, there: httpx.Client, social: Social):
    client_id, secret = clients.add("Social", f"{ORIGIN}{AUTH}/v2/user/sso/partner/callback")
    social.provider.url = clients.url
    await social.offer(client_id=client_id, client_secret=secret)
    ids = []
    for is_new in (True, False):
        browser = social.browser()
        asked = await browser.get(f"{AUTH}/v2/user/sso/custom/partner/prelogin")
        given = came_back(there, asked.headers["location"])
        assert given["iss"] == clients.url
        back = await social.back(browser, query_of(asked.headers["location"]), given["code"])
        answer = await social.post(browser, back["code"])
        assert answer.json()["isNewUser"] is is_new
        found = await who(browser, answer)
        assert (found["email"], found["verified"]) == (PERSON, True)
        ids.append(found["id"])
    assert ids[0] == ids[1]


async def test_as_a_companys_people(
    clients: Clients,
    there: httpx.Client,
    world: World,
    names: Names,
    resources: Resources,
    new_client,
):
    resources.add(Outbound, Outbound(LOOPBACK))
    client_id, secret = clients.add("Company", f"{ORIGIN}/account/oidc/callback")
    admin = await world.person("Admin")
    connection = {
        "type": "oidc",
        "enabled": True,
        "ssoEndpoint": clients.url,
        "oidcClientId": client_id,
        "oidcSecret": secret,
    }
    made = await make(admin.browser, **connection)
    await own_domain(admin.browser, names, made["id"], DOMAIN)
    browser = new_client()
    sent = (await browser.post(PRELOGIN, json={"email": PERSON})).json()
    given = came_back(there, sent["address"])
    body = {"code": given["code"], "RelayState": given["state"]}
    found = await who(browser, await browser.post(POSTLOGIN, json=body))
    assert (found["email"], found["tenantId"]) == (PERSON, str(admin.tenant_id))
    await admin.browser.delete(f"/team/resources/sso/v1/configurations/{made['id']}")
