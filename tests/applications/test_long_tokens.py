"""Access tokens of users with more roles and permissions than fit into a header."""

from collections.abc import AsyncIterator

import pytest

from tests.applications.conftest import Console
from tests.applications.test_credentials import by_header, made
from tests.backend import Backend
from tests.directory.api_tokens import IDENTITY, new_machine, role_ids
from tests.identity.browser import ME, REFRESH, Browser, new_browser, sign_in
from tests.identity.oauth_steps import code_for, exchange
from tests.identity.test_sessions_refresh import claims_of
from tests.world import World

AUTHORIZATION = f"{IDENTITY}/users/v1/me/authorization"
PEOPLE = f"{IDENTITY}/users/v3"
INTROSPECT = "/oauth/introspect"
# Of one header line with nginx's defaults (`large_client_header_buffers 4 8k`), Apache's and gunicorn's.
PROXY_LINE = 8190
NODE_HEADERS = 16_384


@pytest.fixture
async def permissions(world: World) -> AsyncIterator[list[str]]:
    keys = [f"long-tokens.section-{number:03}.write" for number in range(300)]
    await world.configure(
        "insert into permissions (id, category_id, key, name)"
        " select gen_random_uuid(), (select min(id::text)::uuid from permission_categories), key, key"
        " from unnest($1::text[]) key",
        keys,
    )
    yield keys
    await world.configure("delete from permissions where key = any($1)", keys)


@pytest.fixture
async def browser(world: World, permissions: list[str]) -> Browser:
    """Of a user with all of these."""
    tenant_id = await world.tenant()
    user_id, _ = await world.member(tenant_id, "Admin")
    await world.grant(tenant_id, user_id, *permissions)
    return await sign_in(world, user_id, tenant_id)


async def test_a_user_with_300_permissions_stays_within_the_limits_of_proxies(
    browser: Browser, permissions: list[str]
):
    answer = await browser.http.post(REFRESH, json={})
    token = answer.json()["accessToken"]
    browser.http.headers["authorization"] = f"Bearer {token}"
    sent = browser.http.build_request("GET", ME).headers
    lines = [f"{name}: {value}" for name, value in sent.items()]
    assert max(map(len, lines)) < PROXY_LINE
    assert sum(map(len, lines)) < NODE_HEADERS / 2
    # As the published package for Next.js keeps it: encrypted, base64 twice over, in one line of cookies.
    assert len(token) * 4 / 3 + 300 < PROXY_LINE
    claims = claims_of(token)
    assert claims["permissions"] == []  # published guards fail without the claim
    assert "Admin" in claims["roles"]
    assert claims["_claim_names"] == {"permissions": "authorization"}
    source = claims["_claim_sources"]["authorization"]
    assert source["endpoint"] == f"http://localhost:8000{AUTHORIZATION}"
    answer = await browser.http.get(AUTHORIZATION)
    assert {one["key"] for one in answer.json()["permissions"]} >= set(permissions)
    me = (await browser.http.get(ME)).json()
    assert {one["key"] for one in me["permissions"]} >= set(permissions)


async def test_the_digest_changes_with_the_lists_alone(world: World, browser: Browser):
    async def digest() -> str:
        answer = await browser.http.post(REFRESH, json={})
        claims = claims_of(answer.json()["accessToken"])
        found: str = claims["_claim_sources"]["authorization"]["digest"]
        return found

    first = await digest()
    assert await digest() == first
    await world.configure(
        "delete from role_permissions where permission_id ="
        " (select id from permissions where key = 'long-tokens.section-007.write')"
    )
    assert await digest() != first


async def test_a_short_token_holds_its_lists(world: World):
    browser = await new_browser(world, "Admin")
    claims = claims_of(browser.session.access_token)
    assert claims["permissions"]
    assert claims["roles"]
    assert not [name for name in claims if name.startswith("_")]


async def test_the_server_decides_by_its_own_rows(world: World, browser: Browser):
    """Neither closed nor open for a user whose token names no permission."""
    tenant_id = browser.session.tenant_id
    assert (await browser.http.get(PEOPLE)).status_code == 200
    user_id, _ = await world.member(tenant_id)
    keys = [f"long-tokens.section-{number:03}.write" for number in range(300)]
    await world.grant(tenant_id, user_id, *keys)
    other = await sign_in(world, user_id, tenant_id)
    assert claims_of(other.session.access_token)["_claim_names"]
    assert (await other.http.get(PEOPLE)).status_code == 403


async def test_introspection_has_the_lists(
    world: World,
    browser: Browser,
    console: Console,
    backend: Backend,
    permissions: list[str],
):
    await console.add("FREE_ACCESS")
    header = by_header(console.client_id, await made(backend, console))
    wanted = {"client_id": str(console.client_id), "redirect_uri": "https://console.test/callback"}
    tokens = (await exchange(world, await code_for(world, browser, **wanted), **wanted)).json()
    for name in ("access_token", "id_token"):
        assert claims_of(tokens[name])["_claim_names"]
        assert len(tokens[name]) <= 7168
    body = {"token": tokens["access_token"]}
    told = (await world.new_client().post(INTROSPECT, data=body, headers=header)).json()
    assert told["active"]
    assert set(told["permissions"]) >= set(permissions)
    assert "Admin" in told["roles"]


async def test_a_tenants_api_token_reads_its_lists_in_the_same_place(
    world: World, permissions: list[str]
):
    admin = await world.person("Admin")
    await world.grant(admin.tenant_id, admin.id, *permissions)
    answer = await admin.browser.get(f"{IDENTITY}/roles/v1")
    own = [one["id"] for one in answer.json() if one["key"].startswith("role-")]
    machine = await new_machine(
        world, admin, "tenantApiToken", roleIds=[*own, *await role_ids(admin, "ReadOnly")]
    )
    claims = claims_of(machine.http.headers["authorization"].removeprefix("Bearer "))
    assert (claims["permissions"], len(claims["roles"])) == ([], 2)
    held = (await machine.http.get(AUTHORIZATION)).json()
    assert {one["key"] for one in held["permissions"]} > set(permissions)
    assert [one["key"] for one in held["roles"]] == claims["roles"]
    await admin.browser.delete(machine.place)
    assert (await machine.http.get(AUTHORIZATION)).status_code == 401
