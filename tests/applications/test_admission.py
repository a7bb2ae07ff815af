"""Who comes into which application: at sign-in, refresh, change of tenant, and through OAuth."""

from uuid import UUID

import httpx
import pytest

from gatehouse.access.client import Client
from gatehouse.identity.sessions.models import SignedIn
from gatehouse.identity.sign_in import flow
from gatehouse.identity.sign_in.errors import NotOfApplication
from gatehouse.identity.sign_in.models import AuthenticationResult, SignInContext
from gatehouse.kit.db import Database, Scope
from tests.applications.conftest import CALLBACK, Console
from tests.backend import Backend
from tests.databases import opened
from tests.identity.browser import REFRESH, Browser, new_browser, sign_in
from tests.identity.oauth_steps import authorize, exchange
from tests.vendor_view import sessions_of
from tests.world import World

OF_TENANT = "/applications/resources/applications/tenant-assignments/v1"
PEOPLE = "/identity/resources/applications/v1"
ACTIVE = "/identity/resources/applications/user-tenants/active/v1"


async def enter(world: World, console: Console, user_id: UUID, tenant_id: UUID | None) -> SignedIn:
    async with opened(world.resources[Database], Scope.system()) as db:
        asks = Client("192.0.2.7", "Firefox", str(console.id))
        session = await flow.sign_in(
            db,
            world.resources,
            AuthenticationResult(user_id, "", ("pwd",)),
            asks,
            SignInContext(tenant_id=tenant_id),
        )
    assert isinstance(session, SignedIn)
    return session


async def refresh(console: Console, browser: Browser) -> httpx.Response:
    return await browser.http.post(REFRESH, headers=console.asks)


# What the application says, what is said of the tenant, whether the person is assigned: do they come in?
CASES = [
    ("FREE_ACCESS", None, False, True),
    ("FREE_ACCESS", "FREE_ACCESS", False, True),
    ("FREE_ACCESS", "MANAGED_ACCESS", False, False),
    ("FREE_ACCESS", "MANAGED_ACCESS", True, True),
    ("MANAGED_ACCESS", None, False, False),
    ("MANAGED_ACCESS", "FREE_ACCESS", False, True),
    ("MANAGED_ACCESS", "MANAGED_ACCESS", False, False),
    ("MANAGED_ACCESS", "MANAGED_ACCESS", True, True),
]


@pytest.mark.parametrize(("own", "of_tenant", "assigned", "comes_in"), CASES)
async def test_users_with_access_to_the_application_sign_in(
    world: World,
    console: Console,
    backend: Backend,
    own: str,
    of_tenant: str | None,
    assigned: bool,
    comes_in: bool,
):
    await console.add(own)
    browser = await new_browser(world)
    tenant_id, user_id = browser.session.tenant_id, browser.session.user_id
    if of_tenant:
        await console.give(backend, tenant_id, of_tenant)
    if assigned:
        await console.let_in(backend, tenant_id, user_id)

    answer = await refresh(console, browser)
    _, told = await authorize(
        world, browser, client_id=str(console.client_id), redirect_uri=CALLBACK
    )
    if comes_in:
        assert answer.status_code == 201
        assert (await exchange(world, told["code"], redirect_uri=CALLBACK)).status_code == 200
        assert (await enter(world, console, user_id, tenant_id)).tenant_id == tenant_id
    else:
        assert (answer.status_code, answer.json()["errorCode"]) == (401, "ER-01009")
        assert told["error"] == "access_denied"
        with pytest.raises(NotOfApplication):
            await enter(world, console, user_id, tenant_id)
    # The session itself lives: other applications go on.
    assert (await browser.http.post(REFRESH)).status_code == 201


async def test_a_refused_sign_in_starts_no_session_and_is_audited(world: World, console: Console):
    await console.add()
    tenant_id = await world.tenant()
    user_id, _ = await world.member(tenant_id)
    with pytest.raises(NotOfApplication):
        await enter(world, console, user_id, tenant_id)
    assert await sessions_of(world, user_id) == []


async def test_a_user_enters_the_account_that_has_the_application(
    world: World, console: Console, backend: Backend
):
    await console.add()
    first, second = await world.tenant("First"), await world.tenant("Second")
    user_id, _ = await world.member(first)
    await world.member_of(second, user_id)
    await console.give(backend, second, "FREE_ACCESS")
    assert (await enter(world, console, user_id, None)).tenant_id == second
    browser = await sign_in(world, user_id, first)
    switched = await browser.http.put(
        "/identity/resources/users/v1/tenant", json={"tenantId": str(first)}, headers=console.asks
    )
    assert (switched.status_code, switched.json()["errorCode"]) == (403, "ER-01009")


async def test_an_unassigned_user_is_refused_at_the_next_refresh(
    world: World, console: Console, backend: Backend
):
    await console.add()
    browser = await new_browser(world)
    tenant_id, user_id = browser.session.tenant_id, browser.session.user_id
    await console.give(backend, tenant_id)
    await console.let_in(backend, tenant_id, user_id)
    _, told = await authorize(
        world, browser, client_id=str(console.client_id), redirect_uri=CALLBACK
    )
    tokens = (await exchange(world, told["code"], redirect_uri=CALLBACK)).json()
    body = {"appId": str(console.id), "tenantId": str(tenant_id), "userIds": [str(user_id)]}
    gone = await backend.http.request("DELETE", PEOPLE, json=body)
    assert gone.status_code == 200, gone.text

    again = {"grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]}
    answer = await world.new_client().post("/oauth/token", json=again)
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_grant")
    assert (await refresh(console, browser)).status_code == 401
    # Let in again, the same token still counts: it was not used.
    await console.let_in(backend, tenant_id, user_id)
    assert (await world.new_client().post("/oauth/token", json=again)).status_code == 200


async def test_a_code_counts_no_more_when_the_tenant_lost_the_application(
    world: World, console: Console, backend: Backend
):
    await console.add()
    browser = await new_browser(world)
    await console.give(backend, browser.session.tenant_id, "FREE_ACCESS")
    _, told = await authorize(
        world, browser, client_id=str(console.client_id), redirect_uri=CALLBACK
    )
    path = f"{OF_TENANT}/{console.id}/{browser.session.tenant_id}"
    assert (await backend.http.delete(path)).status_code == 200
    answer = await exchange(world, told["code"], redirect_uri=CALLBACK)
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_grant")


async def test_each_application_remembers_the_tenant_of_a_session(
    world: World, console: Console, backend: Backend
):
    await console.add("FREE_ACCESS")
    first, second = await world.tenant("First"), await world.tenant("Second")
    user_id, _ = await world.member(first)
    await world.member_of(second, user_id)
    browser = await sign_in(world, user_id, first)
    chosen = [{"applicationId": str(console.id), "tenantId": str(second)}]
    saved = await browser.http.put(ACTIVE, json={"activeApplicationTenants": chosen})
    assert saved.status_code == 200, saved.text
    told = (await browser.http.get(ACTIVE)).json()["applicationActiveTenants"]
    assert chosen[0] in told
    assert len(told) == 2  # and the default application, in the usual account
    asked = await backend.http.get(ACTIVE, headers={"frontegg-user-id": str(user_id)})
    assert asked.json()["applicationActiveTenants"] == told
    assert (await enter(world, console, user_id, None)).tenant_id == second

    strange = await world.tenant("Strange")
    wrong = [chosen[0] | {"tenantId": str(first)}, chosen[0] | {"tenantId": str(strange)}]
    refused = await browser.http.put(ACTIVE, json={"activeApplicationTenants": wrong})
    assert (refused.status_code, refused.json()["errorCode"]) == (404, "applications.not_yours")
    assert (await browser.http.get(ACTIVE)).json()["applicationActiveTenants"] == told
