"""What ends sessions and what uses them never wait for each other in a ring."""

import asyncio

import pytest

from gatehouse.kit.db import Db
from tests.identity.browser import REFRESH, copy_of, sign_in

REVOKE = "/identity/resources/users/sessions/v1/revoke"
LIMITS = "/identity/resources/configurations/sessions/v1"
WAITING = """
    select count(distinct l.pid) from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where not l.granted and a.datname = current_database()
"""


async def until_waiting(db: Db, number: int) -> None:
    """Until so many connections of this database wait for a lock."""
    async with asyncio.timeout(10):
        while await db.connection.fetchval(WAITING) < number:
            pass


@pytest.mark.parametrize("how", ["revoke", "limit", "sign-in"])
async def test_a_refresh_and_an_end_do_not_stop_each_other(world, db, database, how):
    admin = await world.person("Admin")
    user_id, _ = await world.member(admin.tenant_id, "ReadOnly")
    browser = await sign_in(world, user_id, admin.tenant_id)
    limit = {"sessionConcurrentConfiguration": {"isActive": True, "maxSessions": 1}}
    if how == "sign-in":
        assert (await admin.browser.post(LIMITS, json=limit)).status_code == 201
    tab = copy_of(world, browser, browser.token)

    async def end() -> int:
        if how == "sign-in":
            await sign_in(world, user_id, admin.tenant_id)
            return 200
        path, body = (REVOKE, {"userId": str(user_id)}) if how == "revoke" else (LIMITS, limit)
        answer = await admin.browser.post(path, json=body)
        return int(answer.status_code)

    async with database.pool.acquire() as connection:
        await connection.execute("begin; set local gatehouse.scope = 'system'")
        await connection.execute(
            "select from session_tenants where session_id = $1 for update",
            browser.session.session_id,
        )
        ending = asyncio.create_task(end())
        await until_waiting(db, 1)
        refreshing = asyncio.create_task(tab.post(REFRESH))
        await until_waiting(db, 2)
        await connection.execute("commit")
    assert await ending in (200, 201)
    assert (await refreshing).status_code in (201, 401)
