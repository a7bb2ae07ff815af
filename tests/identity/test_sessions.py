"""The list of one's sessions, ending them, and the tenant's limits."""

import asyncio
from datetime import timedelta
from uuid import uuid4

import pytest

from gatehouse.identity.sessions.service import ENDED_SESSIONS
from gatehouse.kit import clock
from gatehouse.kit.db import Scope
from gatehouse.kit.jobs import JobContext
from tests.databases import opened
from tests.identity.browser import LOGOUT, ME, REFRESH, later, new_browser, sign_in

MINE = "/identity/resources/users/sessions/v1/me"
REVOKE = "/identity/resources/users/sessions/v1/revoke"
LIMITS = "/identity/resources/configurations/sessions/v1"


async def test_my_sessions_with_the_one_that_asks(world):
    first = await new_browser(world)
    later(minutes=1)
    second = await sign_in(world, first.session.user_id, first.session.tenant_id)
    await new_browser(world)
    sessions = (await second.http.get(MINE)).json()
    assert [(s["id"], s["current"]) for s in sessions] == [
        (str(second.session.session_id), True),
        (str(first.session.session_id), False),
    ]
    assert (sessions[0]["userAgent"], sessions[0]["ipAddress"]) == ("Firefox", "192.0.2.7")
    assert (await second.http.get(f"{MINE}/current")).json() == sessions[0]


async def test_ending_one_session_ends_its_tokens_at_once(world):
    first = await new_browser(world)
    second = await sign_in(world, first.session.user_id, first.session.tenant_id)
    answer = await second.http.delete(f"{MINE}/{first.session.session_id}")
    assert (answer.status_code, answer.content) == (200, b"")
    assert (await first.http.get(ME)).status_code == 401
    assert (await first.http.post(REFRESH)).status_code == 401
    assert (await second.http.get(ME)).status_code == 200
    again = await second.http.delete(f"{MINE}/{first.session.session_id}")
    assert (again.status_code, again.json()["errorCode"]) == (404, "session.unknown")


async def test_another_persons_session_is_unknown(world):
    mine, theirs = await new_browser(world), await new_browser(world)
    for session_id in (theirs.session.session_id, uuid4()):
        assert (await mine.http.delete(f"{MINE}/{session_id}")).status_code == 404
    assert (await mine.http.delete(f"{MINE}/nonsense")).status_code == 400
    assert (await theirs.http.get(ME)).status_code == 200


async def test_ending_all_ends_all_others(world):
    first = await new_browser(world)
    others = [await sign_in(world, first.session.user_id, first.session.tenant_id) for _ in "123"]
    assert (await first.http.delete(f"{MINE}/all")).status_code == 200
    assert [len((await first.http.get(MINE)).json())] == [1]
    for other in others:
        assert (await other.http.post(REFRESH)).status_code == 401


async def test_an_administrator_ends_a_members_sessions_in_the_own_tenant_only(world):
    admin = await world.person(permissions=("fe.secure.delete.sessions",))
    user_id, _ = await world.member(admin.tenant_id)
    here = await sign_in(world, user_id, admin.tenant_id)
    stranger = await new_browser(world)
    assert (await admin.browser.post(REVOKE, json={"userId": str(user_id)})).status_code == 200
    assert (await here.http.get(ME)).status_code == 401
    foreign = await admin.browser.post(REVOKE, json={"userId": str(stranger.session.user_id)})
    assert foreign.status_code == 404
    assert (await stranger.http.get(ME)).status_code == 200
    nobody = await world.person("ReadOnly", tenant_id=admin.tenant_id)
    refused = await nobody.browser.post(REVOKE, json={"userId": str(user_id)})
    assert refused.status_code == 403


async def test_limits_are_saved_part_by_part(world):
    admin = await world.person("Admin")
    assert (await admin.browser.get(LIMITS)).json() == {
        "sessionTimeoutConfiguration": {"isActive": False, "timeout": 7776000},
        "sessionIdleTimeoutConfiguration": {"isActive": False, "timeout": 3600},
        "sessionConcurrentConfiguration": {"isActive": False, "maxSessions": 10},
    }
    saved = await admin.browser.post(
        LIMITS, json={"sessionIdleTimeoutConfiguration": {"isActive": True, "timeout": 1800}}
    )
    assert (saved.status_code, saved.content) == (201, b"")
    await admin.browser.post(
        LIMITS, json={"sessionConcurrentConfiguration": {"isActive": True, "maxSessions": 3}}
    )
    member = await world.person(tenant_id=admin.tenant_id)
    assert (await member.browser.get(LIMITS)).json() == {
        "sessionTimeoutConfiguration": {"isActive": False, "timeout": 7776000},
        "sessionIdleTimeoutConfiguration": {"isActive": True, "timeout": 1800},
        "sessionConcurrentConfiguration": {"isActive": True, "maxSessions": 3},
    }
    vendor = (await member.browser.get(f"{LIMITS}/vendor")).json()
    assert vendor["sessionIdleTimeoutConfiguration"]["isActive"] is False


@pytest.mark.parametrize(
    "part",
    [
        {"sessionIdleTimeoutConfiguration": {"isActive": True, "timeout": 59}},
        {"sessionIdleTimeoutConfiguration": {"isActive": True}},
        {"sessionTimeoutConfiguration": {"isActive": True, "timeout": 10**30}},
        {"sessionConcurrentConfiguration": {"isActive": True, "maxSessions": 0}},
        {"sessionConcurrentConfiguration": []},
    ],
)
async def test_a_malformed_limit_is_refused(world, part):
    admin = await world.person("Admin")
    before = (await admin.browser.get(LIMITS)).json()
    assert (await admin.browser.post(LIMITS, json=part)).status_code == 400
    assert (await admin.browser.get(LIMITS)).json() == before


async def test_only_who_may_set_policy_sets_limits(world):
    reader = await world.person("ReadOnly")
    part = {"sessionIdleTimeoutConfiguration": {"isActive": True, "timeout": 1800}}
    assert (await reader.browser.post(LIMITS, json=part)).status_code == 403


async def limit(world, tenant_id, **configuration) -> None:
    admin = await world.person("Admin", tenant_id=tenant_id)
    assert (await admin.browser.post(LIMITS, json=configuration)).status_code == 201


async def test_an_idle_session_ends_and_a_used_one_goes_on(world):
    browser = await new_browser(world)
    idle = {"isActive": True, "timeout": 1800}
    await limit(world, browser.session.tenant_id, sessionIdleTimeoutConfiguration=idle)
    for _ in range(4):
        later(minutes=25)
        answer = await browser.http.post(REFRESH)
        assert answer.status_code == 201
    headers = {"authorization": answer.json()["accessToken"]}
    later(minutes=4)
    assert (await browser.http.get(ME, headers=headers)).status_code == 200
    later(minutes=27)
    assert (await browser.http.post(REFRESH)).status_code == 401


async def test_a_refresh_changes_no_indexed_column(world, db):
    """Else each refresh would write to all indexes of the table."""
    browser = await new_browser(world)
    idle = {"isActive": True, "timeout": 1800}
    await limit(world, browser.session.tenant_id, sessionIdleTimeoutConfiguration=idle)
    columns = "select to_jsonb(s) from sessions s where id = $1"
    before = await db.connection.fetchval(columns, browser.session.session_id)
    later(minutes=1)
    assert (await browser.http.post(REFRESH)).status_code == 201
    after = await db.connection.fetchval(columns, browser.session.session_id)
    changed = {name for name in before if before[name] != after[name]}
    assert changed == {"last_used_at", "expires_at", "refresh_counter", "rotated_at"}
    indexed = await db.connection.fetch(
        """
        select distinct a.attname from pg_index i
        join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = i.indexrelid
          and d.refclassid = 'pg_class'::regclass and d.refobjid = i.indrelid
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = d.refobjsubid
        where i.indrelid = 'sessions'::regclass
        """
    )
    assert not changed & {row["attname"] for row in indexed}


async def test_a_session_ends_at_its_absolute_limit_however_busy(world):
    browser = await new_browser(world)
    absolute = {"isActive": True, "timeout": 3600}
    await limit(world, browser.session.tenant_id, sessionTimeoutConfiguration=absolute)
    later(minutes=58)
    answer = await browser.http.post(REFRESH)
    assert answer.json()["expiresIn"] <= 120  # the token ends with the session
    later(minutes=3)
    assert (await browser.http.post(REFRESH)).status_code == 401


async def test_new_limits_bind_the_sessions_that_run(world):
    browser = await new_browser(world)
    later(minutes=10)
    absolute = {"isActive": True, "timeout": 300}
    await limit(world, browser.session.tenant_id, sessionTimeoutConfiguration=absolute)
    assert (await browser.http.get(ME)).status_code == 401
    assert (await browser.http.post(REFRESH)).status_code == 401


async def test_the_oldest_session_makes_room_for_a_new_one(world):
    first = await new_browser(world)
    user_id, tenant_id = first.session.user_id, first.session.tenant_id
    two = {"isActive": True, "maxSessions": 2}
    await limit(world, tenant_id, sessionConcurrentConfiguration=two)
    later(seconds=1)
    second = await sign_in(world, user_id, tenant_id)
    later(seconds=1)
    third = await sign_in(world, user_id, tenant_id)
    states = [(await browser.http.post(REFRESH)).status_code for browser in (first, second, third)]
    assert states == [401, 201, 201]
    await limit(world, tenant_id, sessionConcurrentConfiguration={**two, "maxSessions": 1})
    states = [(await browser.http.post(REFRESH)).status_code for browser in (second, third)]
    assert states == [401, 201]


@pytest.mark.parametrize("how", ["logout", "ended by its person"])
async def test_an_ended_session_does_not_count_as_concurrent(world, how):
    first = await new_browser(world)
    user_id, tenant_id = first.session.user_id, first.session.tenant_id
    two = {"isActive": True, "maxSessions": 2}
    await limit(world, tenant_id, sessionConcurrentConfiguration=two)
    later(seconds=1)
    second = await sign_in(world, user_id, tenant_id)
    if how == "logout":
        assert (await second.http.post(LOGOUT)).is_success
    else:
        path = f"{MINE}/{second.session.session_id}"
        assert (await first.http.delete(path)).status_code == 200
    later(seconds=1)
    third = await sign_in(world, user_id, tenant_id)
    states = [(await browser.http.post(REFRESH)).status_code for browser in (first, second, third)]
    assert states == [201, 401, 201]


async def test_switching_obeys_the_limits_of_the_tenant_entered(world, db):
    strict = await new_browser(world)
    user_id = strict.session.user_id
    one = {"isActive": True, "maxSessions": 1}
    await limit(world, strict.session.tenant_id, sessionConcurrentConfiguration=one)
    lax = await world.tenant("Lax")
    await db.connection.execute(
        "insert into memberships (tenant_id, user_id, activated, created_at)"
        " values ($1, $2, true, now())",
        lax,
        user_id,
    )
    wanderer = await sign_in(world, user_id, lax)
    assert (await strict.http.post(REFRESH)).status_code == 201
    answer = await wanderer.http.put(
        "/identity/resources/users/v1/tenant", json={"tenantId": str(strict.session.tenant_id)}
    )
    assert answer.status_code == 200
    assert (await strict.http.post(REFRESH)).status_code == 401


@pytest.mark.parametrize("end", [None, 45], ids=["expired", "ended"])
async def test_a_session_is_kept_for_thirty_days_after_its_end(
    world, db, database, resources, end: int | None
):
    """Also one that lasts for sixty days, which the purge finds live before."""
    context = JobContext(database, resources, 0, 1, last_attempt=True)
    browser, began = await new_browser(world), clock.now()
    session_id = browser.session.session_id

    async def change(column: str, day: int) -> None:
        at = began + timedelta(days=day)
        await db.connection.execute(
            f"update sessions set {column} = $2 where id = $1", session_id, at
        )

    async def is_kept_on_day(day: int) -> bool:
        clock.advance_clock(began + timedelta(days=day) - clock.now())
        await ENDED_SESSIONS.run(context)
        exists = "select exists (select from sessions where id = $1)"
        found: bool = await db.connection.fetchval(exists, session_id)
        return found

    await change("expires_at", 60)
    assert await is_kept_on_day(31)
    if end is not None:
        await change("ended_at", end)
    last = (end or 60) + 30
    assert await is_kept_on_day(last - 1)
    assert not await is_kept_on_day(last + 1)


async def test_the_purge_waits_for_no_session_in_use(world, db, database, resources):
    context = JobContext(database, resources, 0, 1, last_attempt=True)
    browser = await new_browser(world)
    session_id = browser.session.session_id
    later(days=70)
    async with opened(database, Scope.system()) as other:
        await other.connection.execute("select from sessions where id = $1 for update", session_id)
        async with asyncio.timeout(2):
            await ENDED_SESSIONS.run(context)
    exists = "select exists (select from sessions where id = $1)"
    assert await db.connection.fetchval(exists, session_id)
    await ENDED_SESSIONS.run(context)
    assert not await db.connection.fetchval(exists, session_id)
