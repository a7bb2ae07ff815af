"""All members of one account move to another."""

import asyncio
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
from tests.connectivity.told import EMAILS, Subscriptions, text_of
from tests.security.test_session_locks import until_waiting
from tests.staff import hire
from tests.vendor_users import find_roles_in, get_user
from tests.world import Db, Person, World

MIGRATE = "/identity/resources/users/v1/tenants/migrate"
APPLICATIONS_OF_USER = "/identity/resources/applications/v1/{}/apps"
ENTITLEMENTS = "/entitlements/resources/entitlements/v2"


@pytest.fixture
async def backend(world: World) -> Backend:
    return await new_backend(world, ["vendor.read.users", "vendor.write.users"])


async def start(http: httpx.AsyncClient, source: UUID, target: UUID) -> None:
    body = {"srcTenantId": str(source), "targetTenantId": str(target)}
    answer = await http.put(MIGRATE, json=body)
    assert answer.status_code == 200, answer.text


async def has_membership(db: Db, tenant_id: UUID, user_id: UUID) -> bool:
    """Also in a deleted account, of which the API shows no members."""
    found: bool = await db.connection.fetchval(
        "select exists (select from memberships where tenant_id = $1 and user_id = $2)",
        tenant_id, user_id,
    )  # fmt: skip
    return found


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
    assert await find_roles_in(backend.http, reseller.id, target) is None
    assert await find_roles_in(backend.http, reseller.id, source) is None
    assert await find_roles_in(backend.http, reseller.id, parent) == ["Admin"]
    assert await find_roles_in(backend.http, member.id, target) == ["Admin"]


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
    assert await find_roles_in(backend.http, member.id, target) == ["Editor"]
    inherited_from = await db.connection.fetchval(
        "select inherited_from from memberships where tenant_id = $1 and user_id = $2",
        target, member.id,
    )  # fmt: skip
    assert inherited_from is None


async def test_no_directory_manages_a_user_who_moved(
    backend: Backend, world: World, db: Db, run_jobs
):
    source, target = await world.tenant("From"), await world.tenant("To")
    member = await world.person("Admin", tenant_id=source)
    await db.connection.execute(
        "update memberships set managed_by = 'scim2' where user_id = $1", member.id
    )
    await start(backend.http, source, target)
    await run_jobs()
    moved = await get_user(backend.http, member.id)
    assert (moved["tenantIds"], moved["managedBy"]) == ([str(target)], "frontegg")


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
    vendor = (await new_backend(world)).http
    assigned = await vendor.get(
        APPLICATIONS_OF_USER.format(member.id), headers={"frontegg-tenant-id": str(target)}
    )
    assert assigned.json() == [str(had)], assigned.text
    entitled = await vendor.get(ENTITLEMENTS, params={"tenantIds": str(target)})
    assert [(one["planId"], one["userId"]) for one in entitled.json()["items"]] == [
        (str(plan), str(member.id))
    ]


async def test_each_move_is_announced_in_both_accounts(backend: Backend, world: World, run_jobs):
    source, target = await world.tenant("From"), await world.tenant("To")
    members = [await world.person("Admin", tenant_id=source) for _ in range(3)]
    admin, reader = await world.person("Admin", tenant_id=target), f"{new_id().hex}@example.test"
    subscriptions = Subscriptions(EMAILS, world, admin, run_jobs)
    await subscriptions.add(reader, key="frontegg.user.created")
    await start(backend.http, source, target)
    await run_jobs()
    removed = await audit_entries(world, source, "user.removed")
    assert {entry["json"]["user_id"] for entry in removed} == {str(one.id) for one in members}
    mails = [text_of(mail) for mail in world.mails(reader)]
    assert all(any(one.email in mail for mail in mails) for one in members)


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
    assert await find_roles_in(backend.http, member.id, target) == ["Admin"]
    assert await find_roles_in(backend.http, late.id, source) == ["Admin"]
    assert await find_roles_in(backend.http, late.id, target) is None


async def test_no_user_moves_once_the_credential_that_asked_is_revoked(
    backend: Backend, world: World, database: Database, run_jobs
):
    source, target = await world.tenant("From"), await world.tenant("To")
    member = await world.person("Admin", tenant_id=source)
    await start(backend.http, source, target)
    assert await revoke_credential(database, str(backend.credential.id))
    await run_jobs()
    vendor = (await new_backend(world)).http
    assert await find_roles_in(vendor, member.id, source) == ["Admin"]
    assert await find_roles_in(vendor, member.id, target) is None


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
    assert await find_roles_in(backend.http, hired.person.id, source) == []
    assert await find_roles_in(backend.http, member.id, target) == ["Admin"]


async def test_moving_in_batches_moves_all(backend: Backend, world: World, run_jobs, monkeypatch):
    monkeypatch.setattr(user_migration, "AT_ONCE", 2)
    source, target = await world.tenant("From"), await world.tenant("To")
    members: list[Person] = [await world.person(tenant_id=source) for _ in range(5)]
    await start(backend.http, source, target)
    await run_jobs()
    for one in members:
        assert (await get_user(backend.http, one.id))["tenantIds"] == [str(target)]


@pytest.mark.parametrize("deleted", ["source", "target"])
async def test_no_user_moves_from_or_into_an_account_that_was_deleted_meanwhile(
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
    assert await has_membership(db, source, member.id)
    assert not await has_membership(db, target, member.id)


@pytest.mark.parametrize("deleted", ["source", "target"])
async def test_no_user_moves_from_or_into_an_account_that_is_being_deleted(
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
    assert await has_membership(db, source, member.id)
    assert not await has_membership(db, target, member.id)


async def test_no_user_moves_into_an_account_that_became_the_home_of_staff(
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
    assert await find_roles_in(backend.http, member.id, source) == ["Admin"]
    assert await find_roles_in(backend.http, member.id, home) is None
