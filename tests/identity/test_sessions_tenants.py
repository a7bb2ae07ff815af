"""What a session may do in which tenant is asked of that tenant."""

import pytest

from tests.identity.browser import ME, REFRESH, later, new_browser, sign_in
from tests.identity.oauth_steps import code_for, exchange
from tests.identity.test_sessions_refresh import claims_of, join

TOKEN = "/identity/resources/users/v3/me/token"
SWITCH = "/identity/resources/users/v1/tenant"
REVOKE = "/identity/resources/users/sessions/v1/revoke"
MINE = "/identity/resources/users/sessions/v1/me"
LIMITS = "/identity/resources/configurations/sessions/v1"


@pytest.fixture
async def guest(world):
    """A user who signed in at home and acts in a second tenant, with an administrator there."""
    browser = await new_browser(world)
    second = await world.tenant("Second")
    await join(world, browser.session.user_id, second)
    admin = await world.person("Admin", tenant_id=second)
    return browser, second, admin


async def _enter(browser, tenant_id) -> dict[str, str]:
    """The header of a token for this tenant."""
    answer = await browser.http.post(REFRESH, json={"tenantId": str(tenant_id)})
    token = answer.json()["accessToken"]
    assert claims_of(token)["tenantId"] == str(tenant_id)
    return {"authorization": f"Bearer {token}"}


async def _is_out(browser, tenant_id, header) -> None:
    """Neither the token nor a new one lets the session act there; it goes on at home."""
    assert (await browser.http.get(ME, headers=header)).status_code == 401
    answer = await browser.http.post(REFRESH, json={"tenantId": str(tenant_id)})
    token = answer.json()["accessToken"]
    assert claims_of(token)["tenantId"] == str(browser.session.tenant_id)
    home = {"authorization": f"Bearer {token}"}
    assert (await browser.http.get(ME, headers=home)).status_code == 200
    body = {"tenantId": str(tenant_id)}
    assert (await browser.http.post(TOKEN, json=body, headers=home)).status_code in (401, 404)
    assert (await browser.http.put(SWITCH, json=body, headers=home)).status_code in (401, 404)


async def test_revoked_sessions_lose_the_tenant_wherever_they_began(world, guest):
    browser, second, admin = guest
    header = await _enter(browser, second)
    assert (await browser.http.get(ME, headers=header)).status_code == 200
    body = {"userId": str(browser.session.user_id)}
    assert (await admin.browser.post(REVOKE, json=body)).status_code == 200
    await _is_out(browser, second, header)
    fresh = await sign_in(world, browser.session.user_id, second)
    assert (await fresh.http.get(ME)).status_code == 200


async def test_a_member_who_was_disabled_must_sign_in_again(world, guest):
    browser, second, admin = guest
    header = await _enter(browser, second)
    path = f"/identity/resources/tenants/users/v1/{browser.session.user_id}"
    assert (await admin.browser.post(f"{path}/disable")).status_code == 200
    await _is_out(browser, second, header)
    assert (await admin.browser.post(f"{path}/enable")).status_code == 200
    await _is_out(browser, second, header)
    fresh = await sign_in(world, browser.session.user_id, second)
    assert (await fresh.http.get(ME)).status_code == 200


async def test_a_removed_member_comes_back_without_old_sessions(world, guest):
    browser, second, admin = guest
    header = await _enter(browser, second)
    path = f"/team/resources/members/v1/{browser.session.user_id}"
    assert (await admin.browser.delete(path)).status_code == 200
    await _is_out(browser, second, header)
    await join(world, browser.session.user_id, second)
    await _is_out(browser, second, header)
    fresh = await sign_in(world, browser.session.user_id, second)
    assert (await fresh.http.get(ME)).status_code == 200


async def test_more_time_does_not_bring_back_what_ended(world, guest):
    browser, second, admin = guest
    path = f"/identity/resources/users/temporary/v1/{browser.session.user_id}"
    header = await _enter(browser, second)
    answer = await admin.browser.put(path, json={"expirationInSeconds": 60})
    assert answer.status_code == 201
    assert (await browser.http.get(ME, headers=header)).status_code == 200
    later(seconds=61)
    await _is_out(browser, second, header)
    answer = await admin.browser.put(path, json={"expirationInSeconds": 600})
    assert answer.status_code == 201
    await _is_out(browser, second, header)
    fresh = await sign_in(world, browser.session.user_id, second)
    assert (await fresh.http.get(ME)).status_code == 200


async def test_a_new_invitation_lets_a_running_session_in(world):
    browser = await new_browser(world)
    second = await world.tenant("Second")
    await join(world, browser.session.user_id, second)
    header = await _enter(browser, second)
    assert (await browser.http.get(ME, headers=header)).status_code == 200


@pytest.mark.parametrize("how", ["refresh", "token", "switch"])
async def test_a_tenant_counts_the_sessions_that_entered_it(world, guest, how):
    first, second, admin = guest
    limit = {"sessionConcurrentConfiguration": {"isActive": True, "maxSessions": 1}}
    assert (await admin.browser.post(LIMITS, json=limit)).status_code == 201
    inside = await _enter(first, second)
    other = await sign_in(world, first.session.user_id, first.session.tenant_id)
    body = {"tenantId": str(second)}
    if how == "refresh":
        await _enter(other, second)
    elif how == "token":
        assert (await other.http.post(TOKEN, json=body)).status_code == 200
    else:
        assert (await other.http.put(SWITCH, json=body)).status_code == 200
    await _is_out(first, second, inside)
    await _enter(other, second)


@pytest.mark.parametrize("how", ["sign-in", "refresh", "policy"])
async def test_a_session_that_makes_room_takes_its_applications_along(world, guest, how):
    """It goes on at home; what it gave to applications in this tenant does not."""
    first, second, admin = guest
    limit = {"sessionConcurrentConfiguration": {"isActive": True, "maxSessions": 1}}
    if how != "policy":
        assert (await admin.browser.post(LIMITS, json=limit)).status_code == 201
    await _enter(first, second)
    there = (await exchange(world, await code_for(world, first, tenantId=str(second)))).json()
    home = str(first.session.tenant_id)
    here = (await exchange(world, await code_for(world, first, tenantId=home))).json()
    assert claims_of(there["access_token"])["tenantId"] == str(second)
    assert claims_of(here["access_token"])["tenantId"] == home
    later(seconds=1)
    if how == "sign-in":
        await sign_in(world, first.session.user_id, second)
    else:
        await _enter(await sign_in(world, first.session.user_id, first.session.tenant_id), second)
    if how == "policy":
        assert (await admin.browser.post(LIMITS, json=limit)).status_code == 201
    for given, lives in ((there, False), (here, True)):
        header = {"authorization": f"Bearer {given['access_token']}"}
        assert ((await first.http.get(ME, headers=header)).status_code == 200) is lives
        body = {"grant_type": "refresh_token", "refresh_token": given["refresh_token"]}
        again = await world.new_client().post("/oauth/token", data=body)
        assert (again.status_code == 200) is lives


async def test_applications_do_not_count_when_a_limit_is_set(world, guest):
    browser, second, admin = guest
    header = await _enter(browser, second)
    later(seconds=1)
    given = (await exchange(world, await code_for(world, browser, tenantId=str(second)))).json()
    limit = {"sessionConcurrentConfiguration": {"isActive": True, "maxSessions": 1}}
    assert (await admin.browser.post(LIMITS, json=limit)).status_code == 201
    assert (await browser.http.get(ME, headers=header)).status_code == 200
    application = {"authorization": f"Bearer {given['access_token']}"}
    assert (await browser.http.get(ME, headers=application)).status_code == 200


async def test_a_tenants_idle_limit_holds_for_guests(world, guest):
    browser, second, admin = guest
    limit = {"sessionIdleTimeoutConfiguration": {"isActive": True, "timeout": 60}}
    assert (await admin.browser.post(LIMITS, json=limit)).status_code == 201
    header = await _enter(browser, second)
    later(seconds=50)
    header = await _enter(browser, second)
    later(seconds=61)
    await _is_out(browser, second, header)


async def test_a_tenants_absolute_limit_refuses_a_session_that_is_too_old(world, guest):
    browser, second, admin = guest
    limit = {"sessionTimeoutConfiguration": {"isActive": True, "timeout": 300}}
    assert (await admin.browser.post(LIMITS, json=limit)).status_code == 201
    later(seconds=301)
    await _is_out(browser, second, {"authorization": "none"})


async def test_a_user_in_five_thousand_tenants_signs_in_and_works(world, db, database, resources):
    tenant_id = await world.tenant("Home")
    user_id, _ = await world.member(tenant_id, "ReadOnly")
    await db.connection.execute(
        """
        with made as (
          insert into tenants (id, path, name, created_at, updated_at)
          select id, id || '/', 'Tenant ' || number, now(), now()
          from (select gen_random_uuid() as id, number from generate_series(1, 5000) number) x
          returning id
        )
        insert into memberships (tenant_id, user_id, activated, created_at)
        select id, $1, true, now() from made
        """,
        user_id,
    )
    browser = await sign_in(world, user_id, tenant_id)
    assert len(browser.session.access_token) < 4000
    claims = claims_of(browser.session.access_token)
    assert str(tenant_id) in claims["tenantIds"]
    tenants = (await browser.http.get("/identity/resources/users/v2/me/tenants")).json()
    assert len(tenants) == 5001
    me = await browser.http.get(ME)
    assert (me.status_code, me.json()["tenantId"]) == (200, str(tenant_id))
    await _enter(browser, tenants[-1]["tenantId"])


@pytest.fixture
async def many_permissions(db):
    """The ids of more than fit into a token."""
    rows = await db.connection.fetch(
        """
        insert into permissions (id, key, name, category_id, description)
        select gen_random_uuid(), 'product.write.' || md5(n::text), 'One of many', c.id, ''
        from generate_series(1, 500) n, (select id from permission_categories limit 1) c returning id
        """
    )
    ids = [row["id"] for row in rows]
    yield ids
    await db.connection.execute("delete from permissions where id = any ($1)", ids)


async def test_a_user_with_more_permissions_than_fit_into_a_token_works(
    world, db, many_permissions
):
    tenant_id = await world.tenant()
    user_id, _ = await world.member(tenant_id, "ReadOnly")
    await db.connection.execute(
        """
        with made as (
          insert into roles (id, tenant_id, key, name)
          values (gen_random_uuid(), $1, 'mighty', 'Mighty') returning id
        ), given as (
          insert into role_permissions (role_id, permission_id, tenant_id)
          select made.id, permission, $1 from made, unnest($3::uuid[]) permission
        )
        insert into membership_roles (tenant_id, user_id, role_id) select $1, $2, id from made
        """,
        tenant_id, user_id, many_permissions,
    )  # fmt: skip
    browser = await sign_in(world, user_id, tenant_id)
    claims = claims_of(browser.session.access_token)
    assert sorted(claims["roles"]) == ["ReadOnly", "mighty"]
    assert claims["permissions"] == []
    assert "permissions" in claims["_claim_names"]
    assert (await browser.http.get(ME)).status_code == 200
    rights = (await browser.http.get("/identity/resources/users/v1/me/authorization")).json()
    assert len(rights["permissions"]) > 500
    refreshed = (await browser.http.post(REFRESH)).json()["accessToken"]
    header = {"authorization": f"Bearer {refreshed}"}
    assert (await browser.http.get(ME, headers=header)).status_code == 200


async def test_revoking_at_home_leaves_what_the_session_may_do_elsewhere(world, guest):
    browser, second, _ = guest
    header = await _enter(browser, second)
    boss = await world.person("Admin", tenant_id=browser.session.tenant_id)
    body = {"userId": str(browser.session.user_id)}
    assert (await boss.browser.post(REVOKE, json=body)).status_code == 200
    assert (await browser.http.get(ME)).status_code == 401
    assert (await browser.http.get(ME, headers=header)).status_code == 200
    await _enter(browser, second)


async def test_a_session_ends_with_its_last_tenant_wherever_it_began(world, guest):
    browser, second, admin = guest
    await _enter(browser, second)
    boss = await world.person("Admin", tenant_id=browser.session.tenant_id)
    body = {"userId": str(browser.session.user_id)}
    for administrator in (boss, admin):
        assert (await administrator.browser.post(REVOKE, json=body)).status_code == 200
    fresh = await sign_in(world, browser.session.user_id, second)
    listed = (await fresh.http.get(MINE)).json()
    assert [one["id"] for one in listed] == [str(fresh.session.session_id)]


async def test_new_limits_bind_guests_that_are_inside(world, guest):
    browser, second, admin = guest
    header = await _enter(browser, second)
    limit = {"sessionTimeoutConfiguration": {"isActive": True, "timeout": 300}}
    assert (await admin.browser.post(LIMITS, json=limit)).status_code == 201
    assert (await browser.http.get(ME, headers=header)).status_code == 200
    later(seconds=299)
    header = await _enter(browser, second)
    later(seconds=2)
    await _is_out(browser, second, header)


async def test_a_new_number_of_sessions_counts_guests_that_are_inside(world, guest):
    first, second, admin = guest
    inside = await _enter(first, second)
    other = await sign_in(world, first.session.user_id, first.session.tenant_id)
    later(seconds=1)
    await _enter(other, second)
    limit = {"sessionConcurrentConfiguration": {"isActive": True, "maxSessions": 1}}
    assert (await admin.browser.post(LIMITS, json=limit)).status_code == 201
    await _is_out(first, second, inside)
    await _enter(other, second)


@pytest.mark.parametrize("how", ["limit-first", "refresh", "token"])
async def test_a_limit_at_home_does_not_end_what_others_allow(world, guest, how):
    browser, second, _ = guest
    header = {} if how != "refresh" else await _enter(browser, second)
    boss = await world.person("Admin", tenant_id=browser.session.tenant_id)
    limit = {"sessionIdleTimeoutConfiguration": {"isActive": True, "timeout": 60}}
    assert (await boss.browser.post(LIMITS, json=limit)).status_code == 201
    if how == "limit-first":
        header = await _enter(browser, second)
    if how == "token":
        given = await browser.http.post(TOKEN, json={"tenantId": str(second)})
        header = {"authorization": f"Bearer {given.json()['accessToken']}"}
    later(seconds=61)
    assert (await browser.http.get(ME)).status_code == 401
    assert (await browser.http.get(ME, headers=header)).status_code == 200
    await _enter(browser, second)


async def test_the_cookie_lasts_as_long_as_the_session_not_as_its_strictest_tenant(world, guest):
    browser, second, admin = guest
    limit = {"sessionIdleTimeoutConfiguration": {"isActive": True, "timeout": 60}}
    assert (await admin.browser.post(LIMITS, json=limit)).status_code == 201
    for _ in "12":
        answer = await browser.http.post(REFRESH, json={"tenantId": str(second)})
        assert answer.json()["expiresIn"] <= 60
        assert "Max-Age=2591" in answer.headers["set-cookie"]  # 30 days less a moment
    later(seconds=61)
    answer = await browser.http.post(REFRESH)
    assert claims_of(answer.json()["accessToken"])["tenantId"] == str(browser.session.tenant_id)


async def test_a_session_that_can_act_nowhere_is_not_listed(world, guest):
    browser, second, _ = guest
    fresh = await sign_in(world, browser.session.user_id, second)
    boss = await world.person("Admin", tenant_id=browser.session.tenant_id)
    path = f"/team/resources/members/v1/{browser.session.user_id}"
    assert (await boss.browser.delete(path)).status_code == 200
    listed = (await fresh.http.get(MINE)).json()
    assert [one["id"] for one in listed] == [str(fresh.session.session_id)]
