"""Users that a directory sends one by one, at the same moment."""

import asyncio
from uuid import UUID, uuid4

import httpx

from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Command, Database, Db, Query, Scope
from gatehouse.kit.db.locks import AdvisoryLock, take_advisory_locks
from gatehouse.scim.users.new_users import UserBatching
from tests.audit_log import audit_entries
from tests.directory.waiting import somebody_waits
from tests.scim.directory import Body, Directory, connect, person
from tests.world import World

ADD_PERSON = Command(
    "insert into users (id, email, name, created_at, updated_at) values ($1, $2, '', $3, $3)"
)
CANCEL_WAITING = Query(
    bool,
    """
    select pg_cancel_backend(pid) from pg_locks
    where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))
    """,
)
ARRIVED = Query(int, "select count(*) from scim_users where user_name = any ($1::text[])")
TRANSACTIONS = "select user_name, xmin::text from scim_users where connection_id = $1"


async def sent_together(
    world: World, db: Db, directory: Directory, *people: Body, forbidden: bool = False
) -> list[httpx.Response]:
    """The first is held up until all others have come."""
    key = f"{directory.admin.tenant_id}:{directory.id}"
    async with asyncio.timeout(20), asyncio.TaskGroup() as calls, db.connection.transaction():
        await take_advisory_locks(db, AdvisoryLock.WRITER, [key])
        tasks = [calls.create_task(directory.http.post("/Users", json=people[0]))]
        await somebody_waits(db)
        tasks += [calls.create_task(directory.http.post("/Users", json=one)) for one in people[1:]]
        while world.resources[UserBatching].waiting < len(people) - 1:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        if forbidden:
            off = "update scim_connections set token_hash = '\\x00' where id = $1"
            await db.connection.execute(off, UUID(directory.id))
    return [one.result() for one in tasks]


async def test_users_sent_while_one_is_created_are_created_together(
    world: World, directory: Directory, db: Db
):
    await directory.user()
    people = [person() for _ in range(5)]
    answers = await sent_together(world, db, directory, *people)
    assert [one.status_code for one in answers] == [201] * 5
    for one, answer in zip(people, answers, strict=True):
        assert answer.json()["userName"] == one["userName"]
        assert await directory.read(answer.json()) == answer.json()
        assert answer.headers["etag"] == 'W/"1"'
    kept = dict(await db.connection.fetch(TRANSACTIONS, UUID(directory.id)))
    first, *others = [kept[one["userName"]] for one in people]
    assert len(set(others)) == 1
    assert first not in others
    told = await audit_entries(world, directory.admin.tenant_id, "user.provisioned")
    assert len(told) == 6
    assert world.resources[UserBatching].waiting == 0


async def test_an_invalid_user_fails_no_others(world: World, db: Db):
    admin = await world.person("Admin")
    directory, other = await connect(world, admin), await connect(world, admin)
    elsewhere, here, twin = await other.user(), await directory.user(), person()
    waiting, known = person(active=False), await world.person("Known")
    answers = await sent_together(
        world, db, directory, person(), twin, twin, person(elsewhere["userName"]),
        {**person(), "userName": here["userName"].upper()}, waiting, person(known.email), person(),
    )  # fmt: skip
    assert [one.status_code for one in answers] == [201, 201, 409, 409, 409, 201, 201, 201]
    assert {one.json().get("scimType") for one in answers if one.is_error} == {"uniqueness"}
    assert answers[5].json()["active"] is False


async def test_a_blocked_user_delays_no_other_users(
    world: World, directory: Directory, db: Db, database: Database
):
    await directory.user()
    people = [person() for _ in range(4)]
    names = [one["userName"] for one in people]
    async with database.transaction(Scope.system()) as elsewhere:
        await ADD_PERSON.run(elsewhere, new_id(), names[2], clock.now())
        calls = asyncio.create_task(sent_together(world, db, directory, *people))
        await somebody_waits(elsewhere)
        # As the database does by itself after a while.
        await elsewhere.connection.execute("set local role none")
        assert await CANCEL_WAITING.all(elsewhere) == [True]
        async with asyncio.timeout(20):
            while await ARRIVED.one(elsewhere, names) < 3:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
    assert [one.status_code for one in await calls] == [201] * 4


async def test_a_token_that_is_another_meanwhile_brings_in_none_of_them(
    world: World, directory: Directory, db: Db
):
    await directory.user()
    people = [person(f"{uuid4().hex}@example.test") for _ in range(4)]
    answers = await sent_together(world, db, directory, *people, forbidden=True)
    assert [one.status_code for one in answers] == [401] * 4
    assert not {one["userName"] for one in people} & (await directory.members()).keys()


async def test_a_cancelled_request_fails_no_others(world: World, directory: Directory, db: Db):
    await directory.user()
    people = [person() for _ in range(4)]
    key = f"{directory.admin.tenant_id}:{directory.id}"
    async with db.connection.transaction():
        await take_advisory_locks(db, AdvisoryLock.WRITER, [key])
        first = asyncio.create_task(directory.http.post("/Users", json=people[0]))
        await somebody_waits(db)
        others = [asyncio.create_task(directory.http.post("/Users", json=p)) for p in people[1:]]
        while world.resources[UserBatching].waiting < 3:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        first.cancel()
        others[0].cancel()
        await asyncio.gather(first, others[0], return_exceptions=True)
    answers = await asyncio.wait_for(asyncio.gather(*others[1:]), 20)
    assert [one.status_code for one in answers] == [201, 201]
    members = await directory.members()
    assert [one["userName"] in members for one in people] == [False, False, True, True]
