"""How far an erasure reaches: to all that is the person's, and to nothing that is not."""

import asyncio
import json
from collections.abc import AsyncIterator
from datetime import timedelta
from uuid import UUID, uuid4

import httpx
import pytest

from gatehouse.access.client import Client
from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce_event
from gatehouse.directory.people.events import UserDisabled
from gatehouse.directory.users.events import UserUpdated
from gatehouse.erasure import jobs, queries
from gatehouse.erasure.known_identifiers import KnownIdentifiers
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box, new_id
from gatehouse.kit.db import Database, Scope
from gatehouse.kit.jobs import JobContext
from gatehouse.kit.resources import Resources
from tests.backend import new_backend
from tests.databases import opened
from tests.directory.waiting import somebody_waits
from tests.erasure.erasing import USERS, erase, settled, sweep, tables_with
from tests.identity.signup_steps import stranger
from tests.user_merge.merging import Merging
from tests.world import Db, World


@pytest.fixture
async def backend(world: World, database: Database) -> AsyncIterator[httpx.AsyncClient]:
    yield (await new_backend(world, ["vendor.read.users", "vendor.write.users"])).http
    await sweep(database)


async def test_lines_of_json_are_read_as_lines(
    world: World, db: Db, database: Database, resources: Resources, backend
):
    """JSON writes the end of a line as a letter, which is no part of the address behind it."""
    person = await world.person("Admin")
    lines = [f"Ask:\n{person.email}\tor\x1f{person.email}", f"DOMAIN\\pal-{person.email}"]
    await db.connection.execute(
        "update tenants set metadata = $2::text::jsonb where id = $1",
        person.tenant_id, json.dumps({"lines": lines}),
    )  # fmt: skip
    pseudonym = (await erase(backend, person.id)).json()["pseudonym"]
    await settled(database, resources)
    kept = await db.connection.fetchval(
        "select metadata::text from tenants where id = $1", person.tenant_id
    )
    assert json.loads(kept)["lines"] == [f"Ask:\n{pseudonym}\tor\x1f{pseudonym}", lines[1]]


async def test_what_the_person_only_claimed_others_keep(
    world: World, db: Db, database: Database, resources: Resources, backend
):
    """Anybody may type an address or a number; what others have of it is not the person's."""
    person, other, rival = [await world.person("Admin") for _ in range(3)]
    claimed, proved = f"ops-{uuid4().hex[:8]}@big.test", f"own-{uuid4().hex[:8]}@home.test"
    typed, theirs, own = (f"+4930{uuid4().int % 10**8:08}" for _ in range(3))
    for address, since in ((claimed, None), (proved, clock.now())):
        await db.connection.execute(
            "insert into user_emails (id, user_id, email, verified_at, created_at, updated_at)"
            " values ($1, $2, $3, $4, now(), now())", new_id(), person.id, address, since,
        )  # fmt: skip
    numbers = [(person, typed, None), (person, own, clock.now()), (rival, theirs, clock.now())]
    for who, number, since in numbers:
        await db.connection.execute(
            "insert into phone_numbers (id, user_id, phone_number, verified_at, created_at, updated_at)"
            " values ($1, $2, $3, $4, now(), now())", new_id(), who.id, number, since,
        )  # fmt: skip
    await db.connection.execute(
        "update users set phone_number = $2 where id = $1", person.id, theirs
    )
    await db.connection.execute(
        "insert into event_channels (tenant_id, channel, event_key, enabled, created_at, updated_at)"
        " values ($1, 'email', 'x', true, now(), now())", other.tenant_id,
    )  # fmt: skip
    await db.connection.execute(
        "insert into event_subscriptions (id, tenant_id, channel, event_key, name, enabled, recipients,"
        " created_at, updated_at) values ($1, $2, 'email', 'x', 'x', true, $3, now(), now())",
        new_id(), other.tenant_id, [claimed, proved, typed, theirs, own],
    )  # fmt: skip
    assert (await erase(backend, person.id)).status_code == 202
    await settled(database, resources)
    kept = await db.connection.fetchval(
        "select recipients from event_subscriptions where tenant_id = $1", other.tenant_id
    )
    assert kept == [claimed, typed, theirs]


async def test_who_became_part_of_another_is_handed_over_and_erased_with_them(
    world: World, asgi, db: Db, database: Database, resources: Resources, run_jobs, backend
):
    """Also by the ids of before, whose entries the audit still has, and after two merges."""
    first, second, last = [await world.person("ReadOnly") for _ in range(3)]
    await db.connection.execute("update users set name = 'Kim Former' where id = $1", first.id)
    client = Client("203.0.113.7", "Firefox")
    async with opened(database, Scope.system()) as own:
        event = UserUpdated(first.tenant_id, first.id, "kim@before.test", own=True)
        await announce_event(own, event, by=by_person(first.id, "kim@before.test", client))
    async with stranger(asgi) as nobody:
        merging = Merging(world, (await new_backend(world)).http, nobody, run_jobs)
        await merging.merge(first, second)
        await merging.merge(second, last)
    file = (await backend.get(f"{USERS}/{last.id}/export")).text
    rows = [json.loads(line) for line in file.splitlines()]
    by = {one["row"]["actor_user_id"] for one in rows if one["table"] == "audits"}
    assert {str(first.id), str(second.id), str(last.id)} <= by

    pseudonym = (await erase(backend, last.id)).json()["pseudonym"]
    await run_jobs()
    await settled(database, resources)
    for word in (*(str(one.id) for one in (first, second, last)), "Kim Former", "kim@before.test"):
        # A product is told by the id which member is gone.
        assert await tables_with(db, word) <= {"webhook_deliveries"}, word
    entry = await db.connection.fetchrow(
        "select actor_email, ip, user_agent from audits where tenant_id = $1 and action = 'user.updated'",
        first.tenant_id,
    )
    assert tuple(entry) == (pseudonym, None, None)


async def test_two_who_stand_in_one_entry_are_erased_at_the_same_moment(
    world: World, db: Db, database: Database, resources: Resources, backend
):
    """By two workers: the second one reads the entry again."""
    first, second = await world.person("Admin"), await world.person("ReadOnly")
    begins = clock.now() - timedelta(
        seconds=1
    )  # other tests left more than one step of entries before
    by = by_person(first.id, first.email, Client("203.0.113.7", "Firefox"))
    async with opened(database, Scope.system()) as own:
        await announce_event(own, UserDisabled(first.tenant_id, second.id, second.email), by=by)
    clock.advance_clock(timedelta(minutes=20))  # so that only the first look comes by
    backend = (await new_backend(world, ["vendor.read.users", "vendor.write.users"])).http
    ids = [UUID((await erase(backend, one.id)).json()["id"]) for one in (first, second)]
    await db.connection.execute(
        "update person_erasures set stage = 'audit', place = $2 where id = any ($1::uuid[])",
        ids, [begins.isoformat(), str(UUID(int=0))],
    )  # fmt: skip
    box, context = resources[Box], JobContext(database, resources, 0, 1, last_attempt=True)
    async with db.connection.transaction():
        erasure = await queries.TAKE.one(db, clock.now(), ids[0])
        known = KnownIdentifiers.from_json(
            queries.PERSON.open(box, erasure.id, erasure.sealed_person)
        )
        await jobs._advance_erasure(db, box, erasure, known)
        going = asyncio.create_task(jobs._run_erasure_step(context, ids[1]))
        await somebody_waits(db)
    await going
    await settled(database, resources)
    entry = await db.connection.fetchrow(
        "select * from audits where tenant_id = $1 and action = 'user.disabled'", first.tenant_id
    )
    said = str(dict(entry))
    for word in (first.email, second.email, str(first.id), str(second.id)):
        assert word not in said
