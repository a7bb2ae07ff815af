"""A user is erased: at once from where they sign in, then from every table."""

import asyncio
import json
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest

from gatehouse.access.staff_role import StaffRole
from gatehouse.directory.users.service import find_or_create_user
from gatehouse.erasure.rows import LEFT_ALONE, OF_PEOPLE
from gatehouse.identity.sign_in.errors import AccountLocked
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Database, Scope
from gatehouse.kit.db.locks import AdvisoryLock, take_advisory_locks
from gatehouse.kit.resources import Resources
from gatehouse.kit.units import UnitsFailed
from tests.backend import new_backend
from tests.directory.waiting import somebody_waits
from tests.erasure.erasing import USERS, erase, leave_traces, settled, sweep, tables_with
from tests.identity.browser import ME, REFRESH, sign_in
from tests.identity.passwordless_steps import refusal
from tests.staff import Staff, dismiss_all, hire
from tests.usage.test_usage import ADD_LICENSE, ADD_USE
from tests.world import Db, Person, World

INVITE = "/identity/resources/users/v2"


@pytest.fixture
async def backend(world: World, database: Database) -> AsyncIterator[httpx.AsyncClient]:
    yield (await new_backend(world, ["vendor.read.users", "vendor.write.users"])).http
    await sweep(database)


@pytest.fixture
async def staff(world: World, database: Database) -> AsyncIterator[Staff]:
    await dismiss_all(database)
    yield await hire(world, StaffRole.OWNER)
    await dismiss_all(database)


async def audited(db: Db, tenant_id: UUID | None, action: str) -> list[str]:
    rows = await db.connection.fetch(
        "select description from audits where tenant_id is not distinct from $1 and action = $2"
        " order by created_at, id",
        tenant_id, action,
    )  # fmt: skip
    return [row["description"] for row in rows]


async def test_no_table_knows_the_person_any_more(
    world: World, db: Db, database: Database, resources: Resources, run_jobs, backend
):
    person = await world.person("Admin")
    boss = await world.person("Admin", tenant_id=person.tenant_id)
    await leave_traces(database, person)
    await run_jobs()
    before = await tables_with(db, person.email)
    assert len(before) > 18, before

    answer = await erase(backend, person.id)
    assert answer.status_code == 202, answer.text
    pseudonym = answer.json()["pseudonym"]
    await run_jobs()
    assert not {"users", "memberships", "roster"} & await tables_with(db, person.email)
    await settled(database, resources)
    await run_jobs()
    assert await tables_with(db, person.email) == set()
    assert await tables_with(db, str(person.id)) == set()
    # What it stood in is there still, and says who it was instead.
    assert {"audits", "approval_flows", "webhook_deliveries"} <= await tables_with(db, pseudonym)
    kept = await db.connection.fetchval(
        "select recipients from event_subscriptions where tenant_id = $1", person.tenant_id
    )
    assert kept == ["boss@acme.test"]
    assert (await boss.browser.get(ME)).status_code == 200


async def test_every_table_is_gone_through_or_goes_with_the_person(db: Db):
    """Of each that is left alone the reason holds: it is none, or its rows hang on people."""
    tables = {row[0] for row in await db.connection.fetch(
        "select relname::text from pg_class where relnamespace = 'public'::regnamespace"
        " and relkind in ('r', 'p')")}  # fmt: skip
    assert tables >= LEFT_ALONE
    hanging = await db.connection.fetch(
        """
        with recursive hang as (
          select 'users'::regclass::oid as id
          union select c.conrelid from pg_constraint c join hang on c.confrelid = hang.id
          where c.contype = 'f' and c.confdeltype = 'c'
        ) select id::regclass::text from hang
        """
    )
    assert {row[0] for row in hanging} >= OF_PEOPLE
    # What may name a user is within reach; a view has no rows of its own, and the audit its own way.
    named = await db.connection.fetch(
        """
        select distinct table_name::text, column_name::text from information_schema.columns
        where table_schema = 'public' and table_name !~ '^(audits_|pg|memberships_in|roster_s|password_l)'
          and column_name ~ '(^|_)(user_id|email|recipient|holder|subject|actor|asked_by|noted_by)(_|$)'
        """
    )
    walked = {row["name"] for row in await db.connection.fetch(
        "select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and"
        " relkind in ('r', 'p') and has_table_privilege('gatehouse_app', oid, 'update')")}  # fmt: skip
    assert {table for table, _ in named} - walked == {"audits", "effective_roles"}


async def test_the_person_is_out_at_once_and_the_address_is_free(
    world: World, db: Db, database: Database, resources: Resources, backend
):
    person = await world.person("ReadOnly")
    browser = await sign_in(world, person.id, person.tenant_id)
    admin = await world.person("Admin", tenant_id=person.tenant_id)
    assert (await erase(backend, person.id)).status_code == 202
    assert (await person.browser.get(ME)).status_code == 401
    assert (await browser.http.post(REFRESH)).status_code == 401
    listed = (await admin.browser.get("/identity/resources/users/v3")).json()
    assert [one["email"] for one in listed["items"]] == [admin.email]

    # A user who comes with the address later is a new one, and stays it.
    made = await admin.browser.post(INVITE, json={"email": person.email, "name": "Pat Doe"})
    assert made.status_code == 201, made.text
    assert made.json()["id"] != str(person.id)
    await settled(database, resources)
    found = await db.connection.fetchrow("select * from users where email = $1", person.email)
    assert str(found["id"]) == made.json()["id"]
    assert f"Invited {person.email}" in await audited(db, person.tenant_id, "user.invited")
    assert found["erasing_since"] is None


async def test_no_user_gets_the_id_of_an_erased_user(
    world: World, db: Db, database: Database, resources: Resources, backend
):
    """Ids are made from addresses, and people who come again have theirs again: but for this."""
    address = f"{uuid4().hex[:12]}@example.test"

    async def comes() -> UUID:
        async with database.transaction(Scope.system()) as inside:
            return (await find_or_create_user(inside, email=address)).id

    async def is_forgotten(user_id: UUID) -> None:
        await db.connection.execute("delete from users where id = $1", user_id)

    ids = []
    for _ in range(3):
        first = await comes()
        await is_forgotten(first)
        assert await comes() == first  # as before: an id tells nothing
        ids.append(first)
        await erase(backend, first)
        await settled(database, resources)
    assert len(set(ids)) == 3
    assert await tables_with(db, str(ids[0])) == set()


async def test_who_asked_and_when_it_was_done_can_be_shown(
    world: World, db: Db, database: Database, resources: Resources, backend
):
    person = await world.person()
    said = f"{person.email} (Pat Doe) asked for it"
    answer = await backend.post(f"{USERS}/{person.id}/erase", json={"reason": said})
    pseudonym = answer.json()["pseudonym"]
    assert answer.json().keys() == {"id", "pseudonym", "reason", "askedBy", "askedAt", "entries"}
    assert answer.json()["reason"] == f"{pseudonym} ({pseudonym}) asked for it"
    assert answer.json()["askedBy"] == "Test backend"
    [begun] = [one for one in await audited(db, None, "user.erasure_begun") if pseudonym in one]
    assert person.email not in begun
    assert await audited(db, person.tenant_id, "user.removed") == [f"Removed {pseudonym}"]

    async def shown() -> Any:
        page = (await backend.get(f"{USERS}/erasures", params={"limit": 100})).json()
        assert page["total"] == len(page["items"])
        return next(one for one in page["items"] if one["id"] == answer.json()["id"])

    assert await shown() == answer.json()
    await settled(database, resources)
    done = await shown()
    assert done["finishedAt"] > done["askedAt"]
    assert done["entries"] > 0
    assert [one for one in await audited(db, None, "user.erased") if pseudonym in one]
    blind = (await new_backend(world, ["vendor.read.tenants"])).http
    denied = await blind.get(f"{USERS}/erasures")
    assert refusal(denied) == (403, "access.missing_permission")


async def test_erasures_without_permission_or_reason_are_refused(
    world: World, database: Database, resources: Resources, staff: Staff, backend
):
    person = await world.person("Admin")
    reads = (await new_backend(world, ["vendor.read.users"])).http
    assert refusal(await erase(reads, person.id)) == (403, "access.missing_permission")
    # An administrator of their account may not, whatever they may do there.
    assert (await erase(person.browser, person.id)).status_code == 401
    assert refusal(await erase(backend, uuid4())) == (404, "users.not_found")
    short = await backend.post(f"{USERS}/{person.id}/erase", json={"reason": " "})
    assert short.status_code == 400
    owner = staff.person
    assert refusal(await erase(backend, owner.id)) == (403, "access.staff_protected")
    assert refusal(await erase(staff.browser, owner.id)) == (409, "users.is_staff")
    assert (await owner.browser.get(ME)).status_code == 200

    assert (await erase(backend, person.id)).status_code == 202
    for again in (
        await erase(backend, person.id),
        await backend.post(f"/identity/resources/users/v1/{person.id}/unlock"),
        await backend.get(f"{USERS}/{person.id}/export"),
    ):
        assert refusal(again) == (409, "users.being_erased")
    await settled(database, resources)
    assert refusal(await erase(backend, person.id)) == (404, "users.not_found")


async def test_support_erases_no_member_of_the_staff(world: World, db: Db, staff: Staff):
    support = await hire(world, StaffRole.SUPPORT)
    answer = await erase(support.browser, staff.person.id)
    assert refusal(answer) == (403, "access.staff_protected")
    first, second = await world.person(), await world.person()
    assert (await erase(support.browser, first.id)).status_code == 202
    await db.connection.execute(
        "update sessions set auth_time = $2 where id = $1",
        support.person.session_id, clock.now() - timedelta(minutes=16),
    )  # fmt: skip
    late = await erase(support.browser, second.id)
    assert refusal(late) == (403, "access.step_up_needed")
    assert (await second.browser.get(ME)).status_code == 200


async def test_seats_are_free_and_bills_stay(
    world: World, db: Db, database: Database, resources: Resources, run_jobs, backend
):
    person = await world.person("Admin")
    tenant, license_id = person.tenant_id, new_id()
    await db.connection.execute(ADD_LICENSE, tenant, new_id(), license_id, license_id.hex)
    await db.connection.execute(ADD_USE, tenant, license_id, "1", person.email, clock.now())
    await db.connection.execute(
        "update organizations set billing_email = $2 where tenant_id = $1", tenant, person.email
    )
    for holder in (person.email.upper(), "somebody@else.test"):
        await db.connection.execute(
            "insert into license_seats (id, tenant_id, license_id, holder, claimed_at, last_seen_at)"
            " values ($1, $2, $3, $4, $5, $5)",
            new_id(), tenant, license_id, holder, clock.now(),
        )  # fmt: skip
    pseudonym = (await erase(backend, person.id)).json()["pseudonym"]
    await settled(database, resources)
    seats = await db.connection.fetch(
        "select holder from license_seats where tenant_id = $1", tenant
    )
    assert [row["holder"] for row in seats] == ["somebody@else.test"]
    freed = await audited(db, tenant, "license.seat_taken_back")
    assert freed == [f"The seat of {pseudonym} in Studio was released"]
    # A bill is made out to an account, which may change the address that it names.
    assert await tables_with(db, person.email) == {"organizations"}
    await db.connection.execute("delete from licenses where tenant_id = $1", tenant)
    await db.connection.execute("delete from organizations where tenant_id = $1", tenant)


async def test_the_product_is_told_by_the_id_and_not_by_the_address(
    world: World, db: Db, database: Database, resources: Resources, run_jobs, backend
):
    person = await world.person("Admin")
    admin = await world.person("Admin", tenant_id=person.tenant_id)
    hook = {
        "displayName": "Our product", "description": "", "url": "https://product.test/hook",
        "secret": "a secret of ours", "eventKeys": ["frontegg.user.deleted"], "isActive": True,
    }  # fmt: skip
    assert (await admin.browser.post("/webhook/custom", json=hook)).status_code == 201
    assert (await erase(backend, person.id)).status_code == 202
    await run_jobs()
    await settled(database, resources)
    [body] = [row["body"] for row in await db.connection.fetch(
        "select body from webhook_deliveries where tenant_id = $1", person.tenant_id)]  # fmt: skip
    assert str(person.id) in body
    assert person.email not in body
    assert json.loads(body)["eventKey"] == "frontegg.user.deleted"
    await db.connection.execute("delete from webhooks where tenant_id = $1", person.tenant_id)


async def test_of_two_at_once_one_erases(world: World, db: Db, backend):
    person = await world.person()
    answers = await asyncio.gather(*[erase(backend, person.id) for _ in range(4)])
    assert sorted(one.status_code for one in answers) == [202, 409, 409, 409]
    assert len(await audited(db, person.tenant_id, "user.removed")) == 1


async def while_erased(db: Db, backend: httpx.AsyncClient, person: Person, *first: Any) -> None:
    """An erasure that waits for a transaction in which this was done."""
    async with db.connection.transaction():
        for statement, *values in first:
            await db.connection.execute(statement, *values)
        erasing = asyncio.create_task(erase(backend, person.id))
        await somebody_waits(db)
    assert (await erasing).status_code == 202


async def test_a_session_that_starts_during_the_erasure_ends(world: World, db: Db, backend):
    person = await world.person()
    session = new_id()
    await while_erased(
        db, backend, person,
        ("select from users where id = $1 for no key update", person.id),
        ("insert into sessions (id, user_id, tenant_id, created_at, last_used_at, expires_at, auth_time)"
         " select $2, user_id, tenant_id, created_at, last_used_at, expires_at, auth_time"
         " from sessions where id = $1", person.session_id, session),
    )  # fmt: skip
    ended = await db.connection.fetchrow("select * from sessions where id = $1", session)
    assert ended["end_reason"] == "erased"


async def test_a_sign_in_after_the_erasure_is_refused(world: World, db: Db, backend):
    person = await world.person()
    await db.connection.execute(
        "insert into passwords (user_id, hash, changed_at) values ($1, 'x', $2)",
        person.id, clock.now(),
    )  # fmt: skip
    assert (await erase(backend, person.id)).status_code == 202
    with pytest.raises(AccountLocked):
        await sign_in(world, person.id, person.tenant_id)


async def test_an_invitation_during_the_erasure_does_not_stay(world: World, db: Db, backend):
    person, elsewhere = await world.person(), await world.tenant()
    await while_erased(
        db, backend, person,
        ("select gatehouse_add_person($1, 'x', null, '{}', now(), true)", person.email),
        ("insert into memberships (tenant_id, user_id, activated, created_at)"
         " values ($1, $2, false, now())", elsewhere, person.id),
    )  # fmt: skip
    left = "select count(*) from memberships where user_id = $1"
    assert await db.connection.fetchval(left, person.id) == 0
    assert len(await audited(db, elsewhere, "user.removed")) == 1


async def test_who_is_made_staff_at_that_moment_is_not_erased(
    world: World, db: Db, staff: Staff, backend
):
    person = await world.person()
    async with db.connection.transaction():
        await db.connection.execute(
            "insert into staff (user_id, role, created_at) values ($1, 'support', now())", person.id
        )
        erasing = asyncio.create_task(erase(backend, person.id))
        await somebody_waits(db)
    assert refusal(await erasing) == (409, "users.is_staff")
    assert (await person.browser.get(ME)).status_code == 200


async def test_what_the_person_writes_at_that_moment_is_waited_for(world: World, db: Db, backend):
    person = await world.person()
    async with db.connection.transaction():
        await take_advisory_locks(db, AdvisoryLock.WRITER, [f"{person.tenant_id}:{person.id}"])
        erasing = asyncio.create_task(erase(backend, person.id))
        await somebody_waits(db)
    assert (await erasing).status_code == 202


async def test_one_that_fails_holds_up_no_other(
    world: World, db: Db, database: Database, resources: Resources, backend
):
    people = [await world.person() for _ in range(2)]
    broken, fine = [(await erase(backend, one.id)).json()["id"] for one in people]
    await db.connection.execute(
        "update person_erasures set sealed_person = '' where id = $1", UUID(broken)
    )
    for _ in range(2):
        with pytest.raises(UnitsFailed) as raised:
            await settled(database, resources)
        assert "sealed" in str(raised.value.__cause__)
        clock.advance_clock(timedelta(minutes=10))
    done = "select finished_at is not null from person_erasures where id = $1"
    assert await db.connection.fetchval(done, UUID(fine))
    assert not await db.connection.fetchval(done, UUID(broken))
    await db.connection.execute("delete from person_erasures where id = $1", UUID(broken))
