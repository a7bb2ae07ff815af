"""After its grace period, or when the vendor asks for it, a deleted account is erased completely."""

from collections.abc import Iterator
from datetime import timedelta
from uuid import UUID

import pytest

from gatehouse.directory.tenants.deletion import enqueue_erasure
from gatehouse.directory.tenants.settings import DeletionSettings
from gatehouse.kit.db import Database, Scope
from gatehouse.kit.jobs import enqueue
from gatehouse.kit.resources import Resources
from gatehouse.kit.tenant_cleanup import TenantTable
from tests.audit_log import audit_actions
from tests.backend import new_backend
from tests.directory.deleted import GRACE, V1, Clockwork, delete, erase, listed, people, restore
from tests.directory.test_tenants import made
from tests.failing_rows import make_rows_fail
from tests.identity.passwordless_steps import refusal
from tests.world import Db, World


@pytest.fixture
def no_grace(resources: Resources) -> Iterator[None]:
    before = resources[DeletionSettings]
    resources.add(DeletionSettings, DeletionSettings(deleted_account_grace_days=0))
    yield
    resources.add(DeletionSettings, before)


async def test_a_deleted_account_is_erased_after_its_grace_period_and_not_before(
    backend, world: World, db: Db, clockwork: Clockwork
):
    who = await world.person("Admin")
    child = await made(backend, parentTenantId=str(who.tenant_id), creatorEmail="a@b.test")
    below = await world.person("Admin", tenant_id=UUID(str(child["id"])))
    both = (who.tenant_id, below.tenant_id)
    await delete(backend, who.tenant_id)
    await clockwork.erase(GRACE - timedelta(minutes=1))
    assert await people(db, *both) == 2
    await clockwork.erase(timedelta(minutes=1))
    assert await people(db, *both) == 0
    marks = "select count(*) from tenants where id = any ($1) and metadata = '{\"erased\": true}'"
    assert await db.connection.fetchval(f"{marks} and creator_email is null", both) == 2

    late = (await new_backend(world)).http
    assert await listed(late, *both) == []
    for call in (restore(late, who.tenant_id), erase(late, who.tenant_id)):
        assert refusal(await call) == (409, "tenants.erased")
    exported = await late.get(f"{V1}/{who.tenant_id}/export")
    assert refusal(exported) == (409, "tenants.erased")
    for one in both:
        assert (await audit_actions(world, one))[-1] == "tenant.erased"
    await clockwork.erase(timedelta(hours=2))
    assert (await audit_actions(world, who.tenant_id)).count("tenant.erased") == 1


async def test_an_account_that_cannot_be_erased_stops_no_other(
    backend, world: World, db: Db, clockwork: Clockwork, database_url: str
):
    who = await world.person("Admin")
    first, second = [
        UUID(str((await made(backend, parentTenantId=str(who.tenant_id)))["id"])) for _ in range(2)
    ]
    for tenant_id in (first, second):
        await world.person("Admin", tenant_id=tenant_id)
    # The deepest is erased first, and of two beside each other the one with the later path.
    later = max(first, second, key=str)
    await delete(backend, who.tenant_id)
    async with make_rows_fail(database_url, "memberships", later):
        await clockwork.erase(GRACE)
        assert await people(db, first, second) == 1
        # It is not over while one of them is left.
        assert "tenant.erased" not in await audit_actions(world, who.tenant_id)
    # The repetition, which would begin some seconds later.
    await db.connection.execute("update pgqueuer set execute_after = now() where status = 'queued'")
    await clockwork.run_jobs()
    assert await people(db, first, second) == 0
    assert (await audit_actions(world, who.tenant_id)).count("tenant.erased") == 1


@pytest.mark.usefixtures("no_grace")
async def test_without_grace_it_is_erased_at_once(
    backend, world: World, db: Db, clockwork: Clockwork
):
    who = await world.person("Admin")
    shown = await backend.get(f"{V1}/{who.tenant_id}/deletion")
    assert shown.json()["graceDays"] == 0
    await delete(backend, who.tenant_id)
    (row,) = await listed(backend, who.tenant_id)
    assert row["isBeingErased"] is True
    assert refusal(await restore(backend, who.tenant_id)) == (409, "tenants.being_erased")
    await clockwork.run_jobs()
    assert await people(db, who.tenant_id) == 0


async def test_the_vendor_erases_a_deleted_account_before_its_grace_period_ends(
    backend, world: World, db: Db, clockwork: Clockwork
):
    who = await world.person("Admin")
    assert refusal(await erase(backend, who.tenant_id)) == (409, "tenants.not_deleted")
    await delete(backend, who.tenant_id)
    answer = await erase(backend, who.tenant_id)
    assert (answer.status_code, answer.content) == (202, b"")
    for call in (restore(backend, who.tenant_id), erase(backend, who.tenant_id)):
        assert refusal(await call) == (409, "tenants.being_erased")
    exported = await backend.get(f"{V1}/{who.tenant_id}/export")
    assert refusal(exported) == (409, "tenants.being_erased")
    await clockwork.run_jobs()
    assert await people(db, who.tenant_id) == 0
    assert (await audit_actions(world, who.tenant_id))[-2:] == [
        "tenant.erasure_ordered", "tenant.erased",
    ]  # fmt: skip
    assert refusal(await erase(backend, who.tenant_id)) == (409, "tenants.erased")


async def test_only_started_erasures_are_executed(
    backend, world: World, db: Db, database: Database, clockwork: Clockwork
):
    who = await world.person("Admin")
    await delete(backend, who.tenant_id)
    async with database.transaction(Scope.system()) as stray:
        await enqueue_erasure(stray, who.tenant_id)
    await clockwork.run_jobs()
    assert await people(db, who.tenant_id) == 1


async def test_a_stop_halfway_loses_nothing(
    backend, world: World, db: Db, clockwork: Clockwork, monkeypatch
):
    """What gave up is begun again within an hour, and tells once that it is done."""
    who = await world.person("Admin")
    child = str((await made(backend, parentTenantId=str(who.tenant_id)))["id"])
    below = await world.person("Admin", tenant_id=UUID(child))
    both = (who.tenant_id, below.tenant_id)
    clear = TenantTable.delete_rows_of_tenant

    async def stops(self: TenantTable, database: Database, tenant_id: UUID) -> None:
        if tenant_id == who.tenant_id:
            raise OSError("the machine goes down")
        await clear(self, database, tenant_id)

    await delete(backend, who.tenant_id)
    with monkeypatch.context() as patch:
        patch.setattr(TenantTable, "delete_rows_of_tenant", stops)
        await clockwork.erase(GRACE)
    assert await people(db, *both) == 0
    late = (await new_backend(world)).http
    (row,) = await listed(late, who.tenant_id)
    assert (row["isBeingErased"], row["accountsBelow"]) == (True, 0)
    assert refusal(await restore(late, who.tenant_id)) == (409, "tenants.being_erased")
    await db.connection.execute(
        "delete from pgqueuer where entrypoint = 'sub_accounts.erase_deleted'"
    )
    await clockwork.erase(timedelta(minutes=59))
    assert len(await listed(late, who.tenant_id)) == 1
    await clockwork.erase(timedelta(minutes=1))
    for one in both:
        assert (await audit_actions(world, one)).count("tenant.erased") == 1
    again = (await new_backend(world)).http
    assert await listed(again, who.tenant_id) == []


async def test_what_a_version_before_deletes_is_erased_as_it_knows_it(
    backend, world: World, db: Db, database: Database, clockwork: Clockwork
):
    """It deletes one account above one that waits for its time."""
    who = await world.person("Admin")
    child = str((await made(backend, parentTenantId=str(who.tenant_id)))["id"])
    below = await world.person("Admin", tenant_id=UUID(child))
    await delete(backend, child)
    path = await db.connection.fetchval(
        "update tenants set deleted_at = now(), metadata = '{}' where id = $1 returning path",
        who.tenant_id,
    )
    async with database.transaction(Scope.system()) as before:
        await enqueue(before, "sub_accounts.erase", path=path)
    await clockwork.run_jobs()
    assert [await people(db, one.tenant_id) for one in (who, below)] == [0, 1]
    assert refusal(await restore(backend, who.tenant_id)) == (409, "tenants.erased")
