"""All members of one account move to another."""

import asyncio
from typing import Any
from uuid import UUID

import asyncpg
import httpx
import pytest

from gatehouse.access.staff_role import StaffRole
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Database
from gatehouse.user_migration import service as user_migration
from gatehouse.vendor_access.credentials import revoke_credential
from tests.audit_log import audit_entries
from tests.backend import Backend, new_backend
from tests.security.test_session_locks import until_waiting
from tests.staff import hire
from tests.world import Db, Person, World

MIGRATE = "/identity/resources/users/v1/tenants/migrate"


@pytest.fixture
async def backend(world: World) -> Backend:
    return await new_backend(world, ["vendor.read.users", "vendor.write.users"])


async def start(http: httpx.AsyncClient, source: UUID, target: UUID) -> None:
    body = {"srcTenantId": str(source), "targetTenantId": str(target)}
    answer = await http.put(MIGRATE, json=body)
    assert answer.status_code == 200, answer.text


async def membership(db: Db, tenant_id: UUID, user_id: UUID) -> dict[str, Any] | None:
    row = await db.connection.fetchrow(
        "select activated, managed_by, inherited_from, array(select r.key from membership_roles mr"
        " join roles r on r.id = mr.role_id where mr.tenant_id = m.tenant_id and mr.user_id = m.user_id"
        " order by 1) as roles from memberships m where tenant_id = $1 and user_id = $2",
        tenant_id, user_id,
    )  # fmt: skip
    return dict(row) if row else None


async def inherit(db: Db, tenant_id: UUID, user_id: UUID, parent: UUID) -> None:
    await db.connection.execute(
        "update memberships set inherited_from = $3 where tenant_id = $1 and user_id = $2",
        tenant_id, user_id, parent,
    )  # fmt: skip


async def test_access_that_follows_from_a_parent_account_does_not_move(
    backend: Backend, world: World, db: Db, run_jobs
):
    parent = await world.tenant("Reseller")
    source, target = await world.tenant("Customer", parent), await world.tenant("Elsewhere")
    reseller = await world.person("Admin", tenant_id=parent)
    await world.member_of(source, reseller.id)
    await inherit(db, source, reseller.id, parent)
    member = await world.person("Admin", tenant_id=source)
    await start(backend.http, source, target)
    await run_jobs()
    assert await membership(db, target, reseller.id) is None
    assert await membership(db, source, reseller.id) is None
    assert await membership(db, parent, reseller.id)
    assert (await membership(db, target, member.id) or {})["roles"] == ["Admin"]


async def test_a_member_replaces_access_that_followed_from_the_parent_of_the_target(
    backend: Backend, world: World, db: Db, run_jobs
):
    parent = await world.tenant("Reseller")
    source, target = await world.tenant("From"), await world.tenant("To", parent)
    member = await world.person("Editor", tenant_id=source)
    await world.member_of(target, member.id)
    await inherit(db, target, member.id, parent)
    await start(backend.http, source, target)
    await run_jobs()
    moved = await membership(db, target, member.id)
    assert moved
    assert (moved["inherited_from"], moved["roles"]) == (None, ["Editor"])


async def test_no_directory_manages_who_moved(backend: Backend, world: World, db: Db, run_jobs):
    source, target = await world.tenant("From"), await world.tenant("To")
    member = await world.person("Admin", tenant_id=source)
    await db.connection.execute(
        "update memberships set managed_by = 'scim2' where user_id = $1", member.id
    )
    await start(backend.http, source, target)
    await run_jobs()
    assert (await membership(db, target, member.id) or {})["managed_by"] == "frontegg"


async def test_applications_and_own_plans_move_along(
    backend: Backend, world: World, db: Db, run_jobs
):
    source, target = await world.tenant("From"), await world.tenant("To")
    member = await world.person("Admin", tenant_id=source)
    [had, lacking] = [
        await db.connection.fetchval(
            "insert into applications (id, client_id, key, name, redirect_uris)"
            " values ($1, gen_random_uuid(), $1::uuid::text, 'App', '{}') returning id",
            new_id(),
        )
        for _ in range(2)
    ]
    plan = await db.connection.fetchval(
        "insert into plans (id, key, name, created_at, updated_at)"
        " values ($1, $1::uuid::text, 'Pro', now(), now()) returning id",
        new_id(),
    )
    for application in (had, lacking):
        await db.connection.execute(
            "insert into application_users values ($1, $2, $3, now())",
            source, member.id, application,
        )  # fmt: skip
    await db.connection.execute(
        "insert into application_tenants values ($1, $2, 'MANAGED_ACCESS', now())", had, target
    )
    await db.connection.execute(
        "insert into entitlements values (gen_random_uuid(), $1, $2, $3, null, now(), now())",
        source, member.id, plan,
    )  # fmt: skip
    await start(backend.http, source, target)
    await run_jobs()
    applications = await db.connection.fetch(
        "select application_id from application_users where tenant_id = $1", target
    )
    assert [row[0] for row in applications] == [had]
    plans = await db.connection.fetch(
        "select plan_id, user_id from entitlements where tenant_id = $1", target
    )
    assert [tuple(row) for row in plans] == [(plan, member.id)]


async def test_each_move_is_announced_in_both_accounts(backend: Backend, world: World, run_jobs):
    source, target = await world.tenant("From"), await world.tenant("To")
    members = [await world.person("Admin", tenant_id=source) for _ in range(3)]
    await start(backend.http, source, target)
    await run_jobs()
    removed = await audit_entries(world, source, "user.removed")
    assert {entry["json"]["user_id"] for entry in removed} == {str(one.id) for one in members}


async def test_members_who_join_after_the_call_stay(
    backend: Backend, world: World, db: Db, run_jobs
):
    source, target = await world.tenant("From"), await world.tenant("To")
    member = await world.person("Admin", tenant_id=source)
    await start(backend.http, source, target)
    late = await world.person("Admin", tenant_id=source)
    await db.connection.execute(
        "update memberships set created_at = $2 where user_id = $1",
        late.id, clock.now(),
    )  # fmt: skip
    await run_jobs()
    assert await membership(db, target, member.id)
    assert await membership(db, source, late.id)
    assert await membership(db, target, late.id) is None


async def test_a_revoked_author_moves_nobody_more(
    backend: Backend, world: World, db: Db, database: Database, run_jobs
):
    source, target = await world.tenant("From"), await world.tenant("To")
    member = await world.person("Admin", tenant_id=source)
    await start(backend.http, source, target)
    assert await revoke_credential(database, str(backend.credential.id))
    await run_jobs()
    assert await membership(db, source, member.id)
    assert await membership(db, target, member.id) is None


async def test_staff_who_were_hired_after_the_call_stay(
    backend: Backend, world: World, db: Db, run_jobs
):
    source, target = await world.tenant("From"), await world.tenant("To")
    member = await world.person("Admin", tenant_id=source)
    await start(backend.http, source, target)
    hired = await hire(world, StaffRole.SUPPORT)
    await db.connection.execute(
        "insert into memberships (tenant_id, user_id, activated, created_at) values ($1, $2, true, $3)",
        source, hired.person.id, clock.now().replace(year=2020),
    )  # fmt: skip
    await run_jobs()
    assert await membership(db, source, hired.person.id)
    assert await membership(db, target, member.id)


async def test_moving_in_batches_moves_all(
    backend: Backend, world: World, db: Db, run_jobs, monkeypatch
):
    monkeypatch.setattr(user_migration, "AT_ONCE", 2)
    source, target = await world.tenant("From"), await world.tenant("To")
    members: list[Person] = [await world.person(tenant_id=source) for _ in range(5)]
    await start(backend.http, source, target)
    await run_jobs()
    assert all([await membership(db, target, one.id) for one in members])


@pytest.mark.parametrize("deleted", ["source", "target"])
async def test_nobody_moves_from_or_into_an_account_that_was_deleted_meanwhile(
    backend: Backend, world: World, db: Db, run_jobs, deleted: str
):
    source, target = await world.tenant("From"), await world.tenant("To")
    member = await world.person("Admin", tenant_id=source)
    await start(backend.http, source, target)
    await db.connection.execute(
        "update tenants set deleted_at = now() where id = $1",
        source if deleted == "source" else target,
    )
    await run_jobs()
    assert await membership(db, source, member.id)
    assert await membership(db, target, member.id) is None


@pytest.mark.parametrize("deleted", ["source", "target"])
async def test_nobody_moves_from_or_into_an_account_that_is_being_deleted(
    backend: Backend, world: World, db: Db, run_jobs, database_url: str, deleted: str
):
    source, target = await world.tenant("From"), await world.tenant("To")
    member = await world.person("Admin", tenant_id=source)
    await start(backend.http, source, target)
    deleting = await asyncpg.connect(database_url)
    try:
        await deleting.execute("begin; set local gatehouse.scope = 'system'")
        await deleting.execute(
            "update tenants set deleted_at = now() where id = $1",
            source if deleted == "source" else target,
        )
        moving = asyncio.create_task(run_jobs())
        await until_waiting(db, 1)
        await deleting.execute("commit")
        await moving
    finally:
        await deleting.close()
    assert await membership(db, source, member.id)
    assert await membership(db, target, member.id) is None


async def test_nobody_moves_into_an_account_that_became_the_home_of_staff(
    backend: Backend, world: World, db: Db, run_jobs
):
    source = await world.tenant("From")
    member = await world.person("Admin", tenant_id=source)
    hired = await hire(world, StaffRole.SUPPORT)
    home = await world.tenant("Own")
    await start(backend.http, source, home)
    await db.connection.execute(
        "update users set default_tenant_id = $2 where id = $1", hired.person.id, home
    )
    await run_jobs()
    assert await membership(db, source, member.id)
    assert await membership(db, home, member.id) is None
