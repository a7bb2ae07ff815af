"""A session that began elsewhere enters a tenant by no way that its sign-in would refuse."""

from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import UUID

import pytest

from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from tests.identity.browser import REFRESH, Browser, copy_of, later, new_browser
from tests.identity.oauth_steps import AUTHORIZE, asking, code_for, exchange
from tests.identity.test_sessions_refresh import claims_of, join
from tests.identity.test_sessions_tenants import LIMITS, REVOKE, SWITCH, TOKEN
from tests.world import Db, World


async def second_factor(world: World, browser: Browser, tenant_id: UUID) -> None:
    await world.configure(
        "insert into mfa_policies (tenant_id, enforce_mfa_type, allow_remember_my_device,"
        " mfa_device_expiration, created_at, updated_at) values ($1, 'Force', false, 3600, now(), now())",
        tenant_id,
    )  # fmt: skip


async def newer_password(world: World, browser: Browser, tenant_id: UUID) -> None:
    await world.configure(
        "insert into passwords (user_id, hash, changed_at) values ($1, '', $2)",
        browser.session.user_id, clock.now(),
    )  # fmt: skip
    await world.configure(
        "insert into password_rotation_policies (tenant_id, is_active, rotation_period,"
        " notification_period, created_at, updated_at) values ($1, true, 1440, 0, now(), now())",
        tenant_id,
    )  # fmt: skip
    later(hours=25)


async def company(world: World, browser: Browser, tenant_id: UUID) -> None:
    domain = f"{new_id().hex}.test"
    await world.configure(
        "update users set email = $2 where id = $1",
        browser.session.user_id, f"pat@{domain}",
    )  # fmt: skip
    connection_id = new_id()
    await world.configure(
        "insert into sso_connections (tenant_id, id, type, enabled, enforced, override_active_tenant,"
        " sso_endpoint, idp_entity_id, audience, sign_request, metadata_source, metadata_url,"
        " oidc_client_id, created_at, updated_at)"
        " values ($1, $2, 'oidc', true, true, true, '', '', '', false, 'form', '', '', now(), now())",
        tenant_id, connection_id,
    )  # fmt: skip
    await world.configure(
        "insert into sso_domains (tenant_id, id, connection_id, domain, token, validated_at, created_at)"
        " values ($1, $2, $3, $4, '', now(), now())",
        tenant_id, new_id(), connection_id, domain,
    )  # fmt: skip


ASKED = [
    (second_factor, "session.second_factor_needed"),
    (newer_password, "session.password_too_old"),
    (company, "sso.required"),
]


@pytest.fixture
async def pat(world: World) -> tuple[Browser, UUID]:
    """Signed in with a password at home; a member of a second tenant as well."""
    browser = await new_browser(world)
    second = await world.tenant("Second")
    await join(world, browser.session.user_id, second)
    return browser, second


async def entered(db: Db, browser: Browser) -> set[UUID]:
    rows = await db.connection.fetch(
        "select tenant_id from session_tenants where session_id = $1", browser.session.session_id
    )
    return {row["tenant_id"] for row in rows}


@pytest.mark.parametrize(("rule", "code"), ASKED, ids=[code for _, code in ASKED])
async def test_sign_in_rules_of_a_tenant_apply_to_sessions_that_enter_it(
    world: World, db: Db, pat: tuple[Browser, UUID], rule: Any, code: str
):
    browser, second = pat
    await rule(world, browser, second)
    body = {"tenantId": str(second)}
    token = (await browser.http.post(REFRESH)).json()["accessToken"]
    browser.http.headers["authorization"] = f"Bearer {token}"
    for method, path in (("PUT", SWITCH), ("POST", TOKEN)):
        refused = await browser.http.request(method, path, json=body)
        assert (refused.status_code, refused.json()["errorCode"]) == (403, code)
    renewed = await browser.http.post(REFRESH, json=body)
    home = str(browser.session.tenant_id)
    assert claims_of(renewed.json()["accessToken"])["tenantId"] == home
    silent = await browser.http.post("/oauth/authorize/silent", json=body)
    assert claims_of(silent.json()["access_token"])["tenantId"] == home
    # An application that asks for the tenant sends them to sign in there.
    answer = await browser.http.get(AUTHORIZE, params=asking(world, tenantId=str(second)))
    place = urlsplit(answer.headers["location"])
    assert (answer.status_code, place.path) == (302, "/oauth/account/login")
    assert parse_qs(place.query)["tenantId"] == [str(second)]
    answer = await browser.http.get(
        AUTHORIZE, params=asking(world, tenantId=str(second), prompt="none")
    )
    assert "error=login_required" in answer.headers["location"]
    assert await entered(db, browser) == {browser.session.tenant_id}


async def test_a_tenant_that_refuses_them_keeps_nothing_of_the_try(
    world: World, db: Db, pat: tuple[Browser, UUID]
):
    browser, second = pat
    await world.configure(
        "insert into entry_rules (tenant_id, updated_at, domain_active, domain_strategy)"
        " values ($1, now(), true, 'BLOCK')", second,
    )  # fmt: skip
    await world.configure(
        "insert into email_domain_restrictions (id, tenant_id, domain, strategy, created_at)"
        " values ($1, $2, 'example.test', 'BLOCK', now())", new_id(), second,
    )  # fmt: skip
    answer = await exchange(world, await code_for(world, browser, tenantId=str(second)))
    home = browser.session.tenant_id
    assert claims_of(answer.json()["access_token"])["tenantId"] == str(home)
    assert await entered(db, browser) == {home}


async def test_a_code_gives_nothing_where_the_session_was_revoked_meanwhile(
    world: World, pat: tuple[Browser, UUID]
):
    browser, second = pat
    code = await code_for(world, browser, tenantId=str(second))
    admin = await world.person("Admin", tenant_id=second)
    body = {"userId": str(browser.session.user_id)}
    assert (await admin.browser.post(REVOKE, json=body)).status_code == 200
    refused = await exchange(world, code)
    assert (refused.status_code, refused.json()["error"]) == (400, "invalid_grant")
    assert (await copy_of(world, browser, browser.token).post(REFRESH)).status_code == 201


@pytest.mark.parametrize("since", ["before", "meanwhile"])
async def test_an_application_let_in_late_lasts_no_longer_than_its_sign_in(
    world: World, pat: tuple[Browser, UUID], since: str
):
    browser, _ = pat
    admin = await world.person("Admin", tenant_id=browser.session.tenant_id)
    limit = {"sessionTimeoutConfiguration": {"isActive": True, "timeout": 3600}}
    if since == "before":
        assert (await admin.browser.post(LIMITS, json=limit)).status_code == 201
    later(minutes=50)
    assert (await browser.http.post(REFRESH)).status_code == 201
    tokens = (await exchange(world, await code_for(world, browser))).json()
    if since == "meanwhile":
        assert (await admin.browser.post(LIMITS, json=limit)).status_code == 201
    for minutes, expected in ((9, 200), (2, 400)):
        later(minutes=minutes)
        body = {"grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]}
        answer = await world.new_client().post("/oauth/token", json=body)
        assert answer.status_code == expected
        tokens = answer.json()
