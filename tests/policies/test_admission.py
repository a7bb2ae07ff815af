"""A tenant's restrictions hold at every way in: refresh, and the change of the tenant."""

from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

import httpx
import pytest

from gatehouse.identity.sessions.refresh_token import RefreshTokens
from gatehouse.kit.resources import Resources
from tests.identity.oauth_steps import authorize
from tests.policies.mmdb import write_countries
from tests.policies.places import (
    COUNTRIES,
    DOMAINS,
    IP,
    REFRESH,
    behind_a_proxy,
    countries_of,
    move,
)
from tests.world import Db, Person, World

HERE, ELSEWHERE = "203.0.113.7", "198.51.100.7"
TENANT = "/identity/resources/users/v1/tenant"
TOKEN = "/identity/resources/users/v3/me/token"


@pytest.fixture(autouse=True)
def a_proxy(resources: Resources) -> Iterator[None]:
    with behind_a_proxy(resources, "127.0.0.0/8"):
        yield


@pytest.fixture
async def admin(world: World) -> Person:
    who = await world.person("Admin")
    move(who.browser, HERE)
    return who


def keep_cookie(world: World, who: Person, number: int = 0) -> None:
    token = world.resources[RefreshTokens].encode_token(who.session_id, number)
    suffix = next(iter(_cookie_names(world)))
    who.browser.cookies.set(suffix, token)


def _cookie_names(world: World) -> list[str]:
    from gatehouse.vendor.current import configuration_of

    return [f"fe_refresh_{configuration_of(world.resources).default.cookie_suffix}"]


async def test_no_code_is_given_elsewhere(world: World, admin: Person):
    keep_cookie(world, admin)
    await admin.browser.post(f"{IP}/current")
    _, told = await authorize(world, admin.browser)
    assert "code" in told, told
    move(admin.browser, ELSEWHERE)
    _, told = await authorize(world, admin.browser)
    assert told["error"] == "access_denied"


async def refresh(who: Person, tenant_id: UUID | None = None) -> httpx.Response:
    return await who.browser.post(REFRESH, json={"tenantId": str(tenant_id) if tenant_id else None})


async def test_a_refresh_from_elsewhere_is_refused_and_the_session_stays(
    world: World, admin: Person, db: Db
):
    keep_cookie(world, admin)
    assert (await refresh(admin)).status_code == 201
    await admin.browser.post(f"{IP}/current")
    assert (await refresh(admin)).status_code == 201
    move(admin.browser, ELSEWHERE)
    for _ in range(3):
        refused = await refresh(admin)
        assert (refused.status_code, refused.json()["errorCode"]) == (401, "session.not_admitted")
        assert "network address" in refused.json()["errors"][0]
    move(admin.browser, HERE)
    assert (await refresh(admin)).status_code == 201
    # None of those that were refused has used up the refresh token.
    counter = await db.connection.fetchval(
        "select refresh_counter from sessions where id = $1", admin.session_id
    )
    assert counter == 3


async def test_racing_tabs_are_let_in_and_refused_alike(world: World, admin: Person):
    keep_cookie(world, admin)
    await admin.browser.post(f"{IP}/current")
    assert (await refresh(admin)).status_code == 201
    keep_cookie(world, admin, 0)  # a tab that comes second
    assert (await refresh(admin)).status_code == 201
    keep_cookie(world, admin, 0)
    move(admin.browser, ELSEWHERE)
    assert (await refresh(admin)).json()["errorCode"] == "session.not_admitted"


async def test_a_refresh_is_refused_by_domain_and_by_country(
    world: World, resources: Resources, admin: Person, tmp_path: Path
):
    pat = await world.person("ReadOnly", tenant_id=admin.tenant_id)
    keep_cookie(world, pat)
    move(pat.browser, ELSEWHERE)
    file = write_countries(tmp_path / "c.mmdb", {"203.0.113.0/24": "DE", "198.51.100.0/24": "FR"})
    with countries_of(resources, file):
        await admin.browser.post(
            f"{COUNTRIES}/countries", json={"countries": [{"countryCode": "FR"}]}
        )
        body = {"enabled": True, "action": "BLOCK", "failStrategy": "ALLOW"}
        assert (await admin.browser.post(COUNTRIES, json=body)).status_code == 201
        assert "country" in (await refresh(pat)).json()["errors"][0]
        await admin.browser.post(COUNTRIES, json={**body, "enabled": False})
        assert (await refresh(pat)).status_code == 201


async def test_a_refresh_is_refused_by_domain(world: World, admin: Person, db: Db):
    pat = await world.person("ReadOnly", tenant_id=admin.tenant_id)
    await db.connection.execute(
        "update users set email = $2 where id = $1", pat.id, "p@pat.example"
    )
    keep_cookie(world, pat)
    await admin.browser.post(DOMAINS, json={"domain": "pat.example", "type": "BLOCK"})
    await admin.browser.post(f"{DOMAINS}/config", json={"active": True, "type": "BLOCK"})
    assert "domain" in (await refresh(pat)).json()["errors"][0]
    await admin.browser.post(f"{DOMAINS}/config", json={"active": False})
    assert (await refresh(pat)).status_code == 201


async def test_a_restricted_tenant_is_not_entered_from_elsewhere(
    world: World, admin: Person, db: Db
):
    """A member of two tenants, of which one says from where."""
    pat = await world.person("ReadOnly")
    await db.connection.execute(
        "insert into memberships (tenant_id, user_id, activated, created_at) values ($1, $2, true, now())",
        admin.tenant_id, pat.id,
    )  # fmt: skip
    await admin.browser.post(f"{IP}/current")
    move(pat.browser, ELSEWHERE)
    keep_cookie(world, pat)
    body = {"tenantId": str(admin.tenant_id)}
    for answer in (
        await pat.browser.put(TENANT, json=body),
        await pat.browser.post(TOKEN, json=body),
    ):
        assert (answer.status_code, answer.json()["errorCode"]) == (
            403,
            "admission.address_refused",
        )
    inside = await db.connection.fetchval(
        "select count(*) from session_tenants where session_id = $1 and tenant_id = $2",
        pat.session_id, admin.tenant_id,
    )  # fmt: skip
    assert inside == 0
    # A refresh for that tenant answers for the own one.
    assert (await refresh(pat, admin.tenant_id)).status_code == 201
    move(pat.browser, HERE)
    assert (await pat.browser.post(TOKEN, json=body)).status_code == 200
    assert (await pat.browser.put(TENANT, json=body)).status_code == 200


async def test_other_tenants_are_not_concerned(world: World, admin: Person):
    await admin.browser.post(f"{IP}/current")
    other = await world.person("Admin")
    move(other.browser, ELSEWHERE)
    keep_cookie(world, other)
    assert (await refresh(other)).status_code == 201
