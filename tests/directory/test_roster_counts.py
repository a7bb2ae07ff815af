"""How many people a tenant has is kept, not counted."""

import asyncio
from datetime import timedelta
from uuid import UUID, uuid4

from gatehouse.directory.people.list.jobs import fold_counts
from gatehouse.kit import clock
from gatehouse.kit.db import Database, Scope
from gatehouse.kit.jobs import JobContext
from tests.databases import opened
from tests.world import Db, Person, World

USERS = "/identity/resources/users/v2"
JOIN = "insert into memberships (tenant_id, user_id, activated, created_at) values ($1, $2, true, now())"


async def total(who: Person) -> int:
    body = (await who.browser.get(USERS, params={"_limit": 1})).json()
    found: int = body["_metadata"]["totalItems"]
    return found


async def rows(db: Db, tenant_id: UUID) -> int:
    found: int = await db.connection.fetchval(
        "select count(*) from roster_counts where tenant_id = $1", tenant_id
    )
    return found


async def test_the_total_follows_everybody_who_comes_and_goes(
    world: World, database: Database, resources, db: Db
):
    admin = await world.person("Admin")
    invited = await asyncio.gather(
        *(
            admin.browser.post(USERS, json={"email": f"{uuid4().hex}@example.test"})
            for _ in range(6)
        )
    )
    assert {answer.status_code for answer in invited} == {201}
    assert await total(admin) == 7
    for answer in invited[:2]:
        await admin.browser.delete(f"/identity/resources/users/v1/{answer.json()['id']}")
    assert await total(admin) == 5
    hidden = UUID(invited[2].json()["id"])
    await db.connection.execute("update users set invisible = true where id = $1", hidden)
    assert await total(admin) == 4
    assert await rows(db, admin.tenant_id) > 1
    context = JobContext(database, resources, 0, 1, last_attempt=True)
    await asyncio.gather(fold_counts(context), fold_counts(context))
    await db.connection.execute("update users set invisible = false where id = $1", hidden)
    assert await total(admin) == 5
    await fold_counts(context)
    assert (await total(admin), await rows(db, admin.tenant_id)) == (5, 1)
    await db.connection.execute(
        "delete from memberships where tenant_id = $1 and user_id <> $2", admin.tenant_id, admin.id
    )
    assert await total(admin) == 1


async def test_whoever_joins_waits_for_nobody_else_who_does(world: World, database: Database):
    admin, first, second = [await world.person("Admin") for _ in range(3)]
    async with opened(database, Scope.system()) as slow:
        await slow.connection.execute(JOIN, admin.tenant_id, first.id)
        async with opened(database, Scope.system()) as quick:
            await quick.connection.execute("set local lock_timeout = '1ms'")
            await quick.connection.execute(JOIN, admin.tenant_id, second.id)
        assert await total(admin) == 2
    assert await total(admin) == 3


async def test_a_search_finds_what_has_changed_since(world: World, db: Db):
    admin = await world.person("Admin")

    async def found(**query: str) -> list[str]:
        body = (await admin.browser.get(USERS, params={"_limit": "10", **query})).json()
        return [item["id"] for item in body["items"]]

    member, _ = await world.member(admin.tenant_id, "ReadOnly", name="Quintus Before")
    assert await found(_filter="quintus bef") == [str(member)]
    await db.connection.execute(
        """update users set name = 'After', metadata = '{"desk": 7}' where id = $1""", member
    )
    assert await found(_filter="quintus") == []
    assert await found(_filter="after") == await found(metadata='{"desk": 7}') == [str(member)]
    await db.connection.execute("delete from memberships where user_id = $1", member)
    assert await found(_filter="after") == []


async def test_lists_follow_a_login_once_an_hour(world: World, db: Db):
    who = await world.person("Admin")

    async def signed_in(after: timedelta) -> object:
        await db.connection.execute(
            "update users set last_login_at = $2 where id = $1", who.id, start + after
        )
        return await db.connection.fetchval(
            "select last_login_at - $2::timestamptz from roster where user_id = $1", who.id, start
        )

    start = clock.now()
    assert await signed_in(timedelta()) == timedelta()
    assert await signed_in(timedelta(minutes=59)) == timedelta()
    assert await signed_in(timedelta(minutes=121)) == timedelta(minutes=121)
    assert await signed_in(timedelta(minutes=5)) == timedelta(minutes=5)
