"""How many people a tenant has is kept, not counted."""

import asyncio
from datetime import timedelta
from uuid import UUID, uuid4

from gatehouse.directory.people.service import fold_member_counts
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


async def test_the_total_follows_all_members_who_come_and_go(
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
    await asyncio.gather(fold_member_counts(context), fold_member_counts(context))
    await db.connection.execute("update users set invisible = false where id = $1", hidden)
    assert await total(admin) == 5
    await fold_member_counts(context)
    assert (await total(admin), await rows(db, admin.tenant_id)) == (5, 1)
    await db.connection.execute(
        "delete from memberships where tenant_id = $1 and user_id <> $2", admin.tenant_id, admin.id
    )
    assert await total(admin) == 1


async def test_members_who_join_at_once_do_not_wait_for_each_other(
    world: World, database: Database
):
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


async def test_many_who_join_by_one_statement_are_each_in_the_list(world: World, db: Db):
    admins, people = (
        [await world.person("Admin") for _ in range(2)],
        [await world.person("ReadOnly") for _ in range(3)],
    )
    await db.connection.execute(
        "insert into passwords (user_id, hash, changed_at, breached_at) values ($1, '', now(), now())"
        " on conflict (user_id) do update set breached_at = now()",
        people[0].id,
    )
    await db.connection.execute(
        "insert into memberships (tenant_id, user_id, activated, is_disabled, created_at)"
        " select t, u, true, u = $3, now() from unnest($1::uuid[]) t cross join unnest($2::uuid[]) u",
        [one.tenant_id for one in admins],
        [one.id for one in people],
        people[1].id,
    )
    for admin in admins:
        assert await total(admin) == 4
        found = await db.connection.fetch(
            "select r.user_id, r.password_breached, s.words from roster r"
            " join roster_search s on s.tenant_id = r.tenant_id and s.user_id = r.user_id"
            " where r.tenant_id = $1 and r.user_id = any ($2)",
            admin.tenant_id,
            [one.id for one in people],
        )
        breached = {row["user_id"]: row["password_breached"] for row in found}
        assert breached == {one.id: one is people[0] for one in people}
        assert {one.email for one in people} <= {row["words"].split()[-1] for row in found}


async def test_ending_many_ends_what_they_held_below_and_never_in_a_ring(
    world: World, database: Database, db: Db
):
    """Two statements that end the same memberships, each beginning at the other end."""
    top = await world.tenant("Top")
    below = [await world.tenant(f"Below {n}", parent=top) for n in range(2)]
    people = [await world.person("ReadOnly") for _ in range(30)]
    ids = [one.id for one in people]
    insert = (
        "insert into memberships (tenant_id, user_id, activated, inherited_from, created_at)"
        " select $1, u, true, $3, now() from unnest($2::uuid[]) u"
    )
    await db.connection.execute(insert, top, ids, None)
    for one in below:
        await db.connection.execute(insert, one, ids, top)

    async def change(order: str) -> None:
        async with opened(database, Scope.system()) as system:
            await system.connection.execute(
                "insert into membership_roles (tenant_id, user_id, role_id)"
                " select $1, u, (select id from roles where tenant_id is null and key = 'Admin')"
                f" from unnest($2::uuid[]) u order by u {order} on conflict do nothing",
                top,
                ids[: len(ids) // 2] if order == "asc" else ids[len(ids) // 2 :],
            )
            await system.connection.execute(
                "delete from membership_roles where tenant_id = $1 and user_id = any ($2)", top, ids
            )

    await asyncio.gather(*(change(order) for order in ("asc", "desc") * 3))
    left = await db.connection.fetch(
        "select tenant_id, count(*) as people from memberships where user_id = any ($1)"
        " and tenant_id = any ($2) group by tenant_id",
        ids,
        [top, *below],
    )
    assert {row["tenant_id"]: row["people"] for row in left} == {top: 30}
