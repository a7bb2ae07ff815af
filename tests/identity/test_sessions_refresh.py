"""Refresh: rotation, racing tabs, reuse, limits."""

import asyncio
import base64
from collections.abc import AsyncIterator
from typing import Any
from uuid import UUID

import orjson
import pytest

from gatehouse.identity.sessions.refresh_token import RefreshTokens
from gatehouse.kit.db import Db
from gatehouse.settings import add_settings
from gatehouse.vendor.configuration.live import VendorConfiguration
from tests.audit_log import audit_entries
from tests.identity.browser import LOGOUT, ME, REFRESH, copy_of, later, new_browser, sign_in
from tests.security.test_session_locks import until_waiting
from tests.world import World


def claims_of(token: str) -> dict[str, Any]:
    part = token.split(".")[1]
    claims: dict[str, Any] = orjson.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))
    return claims


@pytest.fixture
def no_overlap(resources, settings):
    add_settings(resources, settings.model_copy(update={"refresh_overlap_seconds": 0}))
    yield
    add_settings(resources, settings)


@pytest.mark.parametrize("body", [None, b"", b'{"tenantId": null}', b'{"tenantId": ""}', b"{}"])
async def test_a_refresh_gives_a_new_token_and_a_new_cookie(world, body):
    browser = await new_browser(world, "ReadOnly")
    before = browser.token
    answer = await browser.http.post(
        REFRESH, content=body, headers={"content-type": "application/json"}
    )
    assert answer.status_code == 201
    data = answer.json()
    assert data["mfaRequired"] is False
    assert data["expiresIn"] == 300
    assert data["userEmail"] == browser.session.email
    assert claims_of(data["accessToken"])["sid"] == str(browser.session.session_id)
    assert browser.token != before
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith(f"{browser.cookie}={browser.token}; ")
    for part in ("HttpOnly", "Path=/", "SameSite=Lax"):
        assert part in cookie
    assert "Secure" not in cookie  # this server is reached by plain http
    assert browser.token not in answer.text
    browser.http.headers["authorization"] = data["accessToken"]
    assert (await browser.http.get("/identity/resources/users/sessions/v1/me")).status_code == 200


async def test_without_a_session_the_answer_is_401_in_the_documented_shape(client, resources):
    suffix = resources[VendorConfiguration].current.default.cookie_suffix
    for cookies in ({}, {f"fe_refresh_{suffix}": "nonsense"}, {"fe_refresh_other": "nonsense"}):
        client.cookies = cookies
        answer = await client.post(REFRESH)
        assert answer.status_code == 401
        assert answer.json()["errors"] == ["Session not found"]


async def test_a_malformed_body_is_refused_and_uses_nothing(world):
    browser = await new_browser(world)
    for body in (
        b"[]",
        b"{",
        b'{"tenantId": 5}',
        b'{"tenantId": "x/y"}',
        b'{"tenantId": "\\ud800"}',
    ):
        answer = await browser.http.post(REFRESH, content=body)
        assert answer.status_code == 400, body
        assert answer.json()["errors"]
    assert (await browser.http.post(REFRESH)).status_code == 201


async def test_the_cookie_is_read_in_every_spelling(world, resources):
    browser = await new_browser(world)
    client_id = resources[VendorConfiguration].current.default.client_id
    token = browser.token
    for name in (client_id.hex, str(client_id), str(client_id).replace("-", "", 1)):
        other = world.new_client()
        other.cookies.set(f"fe_refresh_{name}", token)
        assert (await other.post(REFRESH)).status_code == 201, name


async def test_fifty_racing_tabs_get_one_successor(world, db):
    browser = await new_browser(world)
    tabs = [copy_of(world, browser, browser.token) for _ in range(50)]
    answers = await asyncio.gather(*(tab.post(REFRESH) for tab in tabs))
    assert {answer.status_code for answer in answers} == {201}
    assert len({tab.cookies[browser.cookie] for tab in tabs}) == 1
    used = await db.connection.fetchval(
        "select refresh_counter from sessions where id = $1", browser.session.session_id
    )
    assert used == 1
    assert (await tabs[0].post(REFRESH)).status_code == 201


async def test_a_slow_tab_gets_the_newest_token_not_a_used_one(world):
    browser = await new_browser(world)
    slow = copy_of(world, browser, browser.token)
    for _ in range(3):
        await browser.http.post(REFRESH)
    assert (await slow.post(REFRESH)).status_code == 201
    assert slow.cookies[browser.cookie] == browser.token
    later(minutes=4)
    assert (await slow.post(REFRESH)).status_code == 201


async def test_without_overlap_exactly_one_of_fifty_succeeds(world, no_overlap, db):
    browser = await new_browser(world)
    tabs = [copy_of(world, browser, browser.token) for _ in range(50)]
    answers = await asyncio.gather(*(tab.post(REFRESH) for tab in tabs))
    assert sorted(answer.status_code for answer in answers) == [201] + 49 * [401]
    ended = await db.connection.fetchval(
        "select end_reason from sessions where id = $1", browser.session.session_id
    )
    assert ended == "refresh_token_reused"
    winner = next(
        tab
        for tab in tabs
        if browser.cookie in tab.cookies and tab.cookies[browser.cookie] != browser.token
    )
    assert (await winner.post(REFRESH)).status_code == 401


async def test_of_those_that_wait_for_the_same_session_one_succeeds(
    world, no_overlap, db, database
):
    """All have read the unused number before the first has changed it."""
    browser = await new_browser(world)
    tabs = [copy_of(world, browser, browser.token) for _ in range(5)]
    async with database.pool.acquire() as connection:
        await connection.execute("begin; set local gatehouse.scope = 'system'")
        await connection.execute(
            "select from sessions where id = $1 for update", browser.session.session_id
        )
        using = [asyncio.create_task(tab.post(REFRESH)) for tab in tabs]
        await until_waiting(db, len(using))
        await connection.execute("commit")
    answers = await asyncio.gather(*using)
    assert sorted(answer.status_code for answer in answers) == [201] + 4 * [401]
    assert (await browser.http.get(ME)).status_code == 401


async def test_a_stolen_token_ends_the_session_and_leaves_a_mark(world):
    browser = await new_browser(world)
    thief = copy_of(world, browser, browser.token)
    await browser.http.post(REFRESH)
    later(seconds=11)
    answer = await thief.post(REFRESH)
    assert (answer.status_code, answer.json()["errors"]) == (401, ["Session not found"])
    assert (await browser.http.post(REFRESH)).status_code == 401
    assert (await browser.http.get(ME)).status_code == 401
    [entry] = await audit_entries(world, browser.session.tenant_id, "session.refresh_token_reused")
    assert (entry["severity"], entry["user"]) == ("High", str(browser.session.user_id))


async def test_each_used_token_is_judged_by_its_own_use(world):
    """Not by the last rotation, which the owner's browser makes all the time."""
    browser = await new_browser(world)
    thief = copy_of(world, browser, browser.token)
    await browser.http.post(REFRESH)
    later(seconds=11)
    assert (await browser.http.post(REFRESH)).status_code == 201
    assert (await thief.post(REFRESH)).status_code == 401
    assert (await browser.http.post(REFRESH)).status_code == 401


async def test_the_database_holds_no_token_and_nothing_to_make_one(world, db, settings):
    browser = await new_browser(world)
    await browser.http.post(REFRESH)
    row = await db.connection.fetchrow(
        "select * from sessions where id = $1", browser.session.session_id
    )
    assert row["refresh_counter"] == 1
    assert browser.token not in str(dict(row))
    forged = RefreshTokens(["a key that is not the server's"]).encode_token(
        browser.session.session_id, 1
    )
    assert (await copy_of(world, browser, forged).post(REFRESH)).status_code == 401
    assert (await browser.http.post(REFRESH)).status_code == 201


async def test_a_token_of_a_secret_key_that_was_replaced_still_works(world, resources, settings):
    browser = await new_browser(world)
    old = settings.secret_key.get_secret_value()
    before = resources[RefreshTokens]
    resources.add(RefreshTokens, RefreshTokens(["a new secret key, long enough for it", old]))
    try:
        assert (await browser.http.post(REFRESH)).status_code == 201
    finally:
        resources.add(RefreshTokens, before)


@pytest.mark.parametrize("change", ["session", "number", "code", "length"])
async def test_a_changed_token_is_none(world, change):
    browser = await new_browser(world)
    raw = bytearray(base64.urlsafe_b64decode(browser.token + "=="))
    raw[{"session": 5, "number": 20, "code": 40, "length": 0}[change]] ^= 1
    text = base64.urlsafe_b64encode(raw + (b"x" if change == "length" else b"")).decode()
    assert (await copy_of(world, browser, text.rstrip("=")).post(REFRESH)).status_code == 401
    assert (await browser.http.post(REFRESH)).status_code == 201


async def test_a_tab_that_missed_too_many_rotations_is_refused(world):
    """What is remembered of used tokens is bounded."""
    browser = await new_browser(world)
    slow = copy_of(world, browser, browser.token)
    for _ in range(8):
        await browser.http.post(REFRESH)
    assert (await slow.post(REFRESH)).status_code == 201
    await browser.http.post(REFRESH)
    assert (await slow.post(REFRESH)).status_code == 201
    late = copy_of(world, browser, browser.session.refresh_token)
    assert (await late.post(REFRESH)).status_code == 401


async def test_a_session_ends_thirty_days_after_it_began(world):
    browser = await new_browser(world)
    for _ in range(29):
        later(days=1)
        assert (await browser.http.post(REFRESH)).status_code == 201
    later(days=1, seconds=1)
    assert (await browser.http.post(REFRESH)).status_code == 401


async def test_logout_ends_the_session_at_once(world):
    browser = await new_browser(world, "Admin")
    answer = await browser.http.post(LOGOUT, headers={"authorization": ""})
    assert answer.status_code == 201
    assert answer.content == b""
    assert f"{browser.cookie}=; Max-Age=0; Path=/" in answer.headers["set-cookie"]
    assert browser.cookie not in browser.http.cookies
    assert (await browser.http.get("/identity/resources/users/sessions/v1/me")).status_code == 401
    thief = copy_of(world, browser, browser.session.refresh_token)
    assert (await thief.post(REFRESH)).status_code == 401


async def test_logout_by_access_token_alone_and_without_anything(world, client):
    browser = await new_browser(world)
    browser.http.cookies.clear()
    assert (await browser.http.post(LOGOUT)).status_code == 201
    assert (await browser.http.get("/identity/resources/users/sessions/v1/me")).status_code == 401
    assert (await client.post(LOGOUT)).status_code == 201
    assert (await client.post(LOGOUT, headers={"authorization": "x.y.z"})).status_code == 201


async def test_a_tab_may_act_in_another_tenant_of_the_same_person(world):
    browser = await new_browser(world)
    second = await world.tenant("Second")
    await join(world, browser.session.user_id, second)
    answer = await browser.http.post(REFRESH, json={"tenantId": str(second)})
    assert claims_of(answer.json()["accessToken"])["tenantId"] == str(second)
    tab = {"authorization": f"Bearer {answer.json()['accessToken']}"}
    assert (
        await browser.http.get("/identity/resources/users/sessions/v1/me", headers=tab)
    ).status_code == 200
    answer = await browser.http.post(REFRESH, json={"tenantId": None})
    assert claims_of(answer.json()["accessToken"])["tenantId"] == str(browser.session.tenant_id)


async def test_a_foreign_tenant_gives_no_token_for_it(world):
    browser, stranger = await new_browser(world), await new_browser(world)
    answer = await browser.http.post(REFRESH, json={"tenantId": str(stranger.session.tenant_id)})
    assert claims_of(answer.json()["accessToken"])["tenantId"] == str(browser.session.tenant_id)


@pytest.mark.parametrize(
    "change",
    [
        "update memberships set is_disabled = true where user_id = $1",
        "update memberships set temporary_expires_at = '2020-01-01' where user_id = $1",
        "delete from memberships where user_id = $1",
        "update tenants set deleted_at = now() from memberships m where id = m.tenant_id and user_id = $1",
    ],
)
async def test_a_user_without_access_cannot_refresh(world, db, change):
    browser = await new_browser(world)
    await db.connection.execute(change, browser.session.user_id)
    assert (await browser.http.get("/identity/resources/users/sessions/v1/me")).status_code == 401
    assert (await browser.http.post(REFRESH)).status_code == 401


async def test_access_that_comes_back_does_not_revive_a_session(world, db):
    browser = await new_browser(world)
    disable = "update memberships set is_disabled = $2 where user_id = $1"
    await db.connection.execute(disable, browser.session.user_id, True)
    assert (await browser.http.post(REFRESH)).status_code == 401
    await db.connection.execute(disable, browser.session.user_id, False)
    assert (await browser.http.post(REFRESH)).status_code == 401
    assert (await browser.http.get(ME)).status_code == 401


async def test_a_removed_member_comes_back_without_old_sessions(world, run_jobs):
    browser = await new_browser(world)
    admin = await world.person("Admin", tenant_id=browser.session.tenant_id)
    user_id, tenant_id = browser.session.user_id, browser.session.tenant_id
    answer = await admin.browser.delete(f"/team/resources/members/v1/{user_id}")
    assert answer.status_code < 300
    assert (await browser.http.get(ME)).status_code == 401
    await run_jobs()
    await join(world, user_id, tenant_id)
    assert (await browser.http.post(REFRESH)).status_code == 401
    assert (await browser.http.get(ME)).status_code == 401


async def test_a_page_of_another_origin_cannot_use_the_cookie(world):
    browser = await new_browser(world)
    for path in (REFRESH, LOGOUT):
        answer = await browser.http.post(path, headers={"origin": "https://evil.test"})
        assert answer.status_code == 403
    assert (await browser.http.post(REFRESH)).status_code == 201


async def test_behind_https_the_cookie_is_secure(world, resources, settings):
    browser = await new_browser(world)
    add_settings(resources, settings.model_copy(update={"public_url": "https://id.test"}))
    try:
        assert "; Secure" in (await browser.http.post(REFRESH)).headers["set-cookie"]
    finally:
        add_settings(resources, settings)


async def test_the_refresh_path_answers_errors_like_every_other(world):
    browser = await new_browser(world)

    async def endless() -> AsyncIterator[bytes]:
        while True:
            yield b" " * 65_536

    answer = await browser.http.post(f"/frontegg{REFRESH}/", content=endless())
    assert (answer.status_code, answer.json()["errors"]) == (413, ["Error request is too large"])
    assert (await browser.http.post(f"/frontegg{REFRESH}")).status_code == 201


async def test_a_refresh_that_loses_against_an_end_gives_nothing(world, db, database):
    browser = await new_browser(world)
    async with database.pool.acquire() as connection:
        await connection.execute("begin; set local gatehouse.scope = 'system'")
        await connection.execute(
            "update sessions set ended_at = now() where id = $1", browser.session.session_id
        )
        refreshing = asyncio.create_task(browser.http.post(REFRESH))
        await until_somebody_waits(db)
        await connection.execute("commit")
    assert (await refreshing).status_code == 401


async def until_somebody_waits(db: Db) -> None:
    async with asyncio.timeout(10):
        while not await db.connection.fetchval(
            "select count(*) from pg_locks where not granted and locktype = 'transactionid'"
        ):
            pass


async def join(world: World, user_id: UUID, tenant_id: UUID) -> None:
    async with world._system() as db:
        await db.connection.execute(
            "insert into memberships (tenant_id, user_id, activated, created_at)"
            " values ($1, $2, true, now())",
            tenant_id, user_id,
        )  # fmt: skip


async def test_two_sessions_of_one_person_are_two_families(world):
    first = await new_browser(world)
    second = await sign_in(world, first.session.user_id, first.session.tenant_id)
    await first.http.post(LOGOUT)
    assert (await second.http.post(REFRESH)).status_code == 201


@pytest.mark.parametrize(
    ("kept", "told"),
    [
        ("concurrent_limit", "limit"),
        ("ended_by_user", "by_you"),
        ("ended_by_admin", "by_admin"),
        ("ended_by_vendor", "by_admin"),
        ("password_reset", "credentials"),
        ("logout", None),
        ("replaced", None),
    ],
)
async def test_the_owner_of_a_session_is_told_why_it_ended(world, kept, told):
    browser = await new_browser(world)
    await world.configure(
        "update sessions set ended_at = now(), end_reason = $2 where id = $1",
        browser.session.session_id, kept,
    )  # fmt: skip
    refused = (await browser.http.post(REFRESH)).json()
    assert (refused["errorCode"], refused["errors"]) == ("session.not_found", ["Session not found"])
    assert refused.get("context", {}).get("reason") == told


async def test_a_session_that_was_too_old_says_so(world):
    browser = await new_browser(world)
    token = browser.token
    later(days=31)
    refused = await copy_of(world, browser, token).post(REFRESH)
    assert refused.json()["context"] == {"reason": "expired"}


async def test_a_stranger_is_told_nothing_of_a_session(world):
    http = world.new_client()
    refused = (await http.post(REFRESH)).json()
    assert refused["errors"] == ["Session not found"]
    assert refused["context"] == {}


@pytest.mark.parametrize("other", ["ended", "broken", "older"])
@pytest.mark.parametrize("order", ["living first", "living last"])
async def test_of_two_cookies_with_one_name_the_living_counts(world, other, order):
    """As of a neighboring host, or of an earlier setting of the path (RFC 6265 §5.4)."""
    browser = await new_browser(world)
    living = browser.token
    if other == "ended":
        gone = await new_browser(world)
        assert (await gone.http.post(LOGOUT)).is_success
        dead = gone.session.refresh_token
    elif other == "older":
        assert (await browser.http.post(REFRESH)).status_code == 201
        dead, living = living, browser.token
        later(minutes=5)
    else:
        dead = "broken"
    pair = (living, dead) if order == "living first" else (dead, living)
    sent = "; ".join(f"{browser.cookie}={token}" for token in pair)
    http = world.new_client()
    answer = await http.post(REFRESH, headers={"cookie": sent})
    assert answer.status_code == 201, answer.text
    me = await http.get(ME, headers={"authorization": f"Bearer {answer.json()['accessToken']}"})
    assert me.status_code == 200
