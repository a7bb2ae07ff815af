"""Restoring, erasing and deleting at the same moment: one of them counts, whole."""

import asyncio
from uuid import uuid4

from gatehouse.directory.tenants.deletion_queries import START_DUE_ERASURES
from gatehouse.kit import clock
from gatehouse.kit.db import Database, Scope
from tests.backend import new_backend
from tests.databases import opened
from tests.directory.deleted import (
    GRACE,
    V1,
    Clockwork,
    delete,
    family,
    listed,
    named,
    people,
    restore,
    somebody_waits,
)
from tests.directory.test_tenants import V2, actions, made
from tests.identity.passwordless_steps import refusal
from tests.vendor_view import tenant_exists
from tests.world import Db, World


async def test_an_alias_that_is_taken_at_that_very_moment_leaves_all_deleted(
    backend, db: Db, database: Database
):
    alias = f"a{uuid4().hex[:12]}"
    one, other = [str((await made(backend))["id"]) for _ in range(2)]
    await named(db, one, alias)
    await delete(backend, one)
    async with opened(database, Scope.system()) as taking:
        await named(taking, other, alias)
        restoring = asyncio.create_task(restore(backend, one))
        await somebody_waits(taking)
    assert refusal(await restoring) == (409, "account.alias_taken")
    assert [row["alias"] for row in await listed(backend, one)] == [alias]
    assert "alias" not in (await restore(backend, one)).json()


async def test_of_two_that_restore_one_does(backend, world: World):
    one = str((await made(backend))["id"])
    await delete(backend, one)
    answers = await asyncio.gather(*(restore(backend, one) for _ in range(6)))
    assert sorted(answer.status_code for answer in answers) == [200, *[409] * 5]
    refused = [refusal(answer) for answer in answers if answer.status_code == 409]
    assert set(refused) == {(409, "tenants.not_deleted")}
    assert (await actions(world, one)).count("tenant.restored") == 1


async def test_once_its_erasing_has_begun_it_is_not_restored(
    backend, world: World, db: Db, clockwork: Clockwork
):
    who = await world.person("Admin")
    await delete(backend, who.tenant_id)
    clock.advance_clock(GRACE)
    await clockwork.look()
    late = (await new_backend(world)).http
    assert refusal(await restore(late, who.tenant_id)) == (409, "tenants.being_erased")
    assert (await listed(late, who.tenant_id))[0]["isBeingErased"] is True
    await clockwork.run_jobs()
    assert await people(db, who.tenant_id) == 0
    assert refusal(await restore(late, who.tenant_id)) == (409, "tenants.erased")


async def test_an_account_under_restore_is_not_erased(
    backend, world: World, db: Db, database: Database, clockwork: Clockwork
):
    who = await world.person("Admin")
    await delete(backend, who.tenant_id)
    clock.advance_clock(GRACE)
    async with opened(database, Scope.system()) as restoring:
        await restoring.connection.execute(
            "select from deleted_tenants where tenant_id = $1 for update", who.tenant_id
        )
        async with asyncio.timeout(30):
            await clockwork.erase()
    assert await people(db, who.tenant_id) == 1
    late = (await new_backend(world)).http
    assert (await restore(late, who.tenant_id)).status_code == 200


async def test_a_restore_after_erasure_has_begun_is_refused(
    backend, world: World, database: Database
):
    who = await world.person("Admin")
    await delete(backend, who.tenant_id)
    async with opened(database, Scope.system()) as beginning:
        await START_DUE_ERASURES.all(beginning, clock.now() + GRACE, clock.now(), 1000)
        restoring = asyncio.create_task(restore(backend, who.tenant_id))
        await somebody_waits(beginning)
    assert refusal(await restoring) == (409, "tenants.being_erased")


async def test_a_sub_account_is_not_restored_while_its_parent_is_deleted(backend, world: World):
    for _ in range(5):
        top, low = await family(backend)
        await delete(backend, low)
        gone, back = await asyncio.gather(backend.delete(f"{V1}/{top}"), restore(backend, low))
        assert gone.status_code == 200
        assert back.status_code == 200 or refusal(back) == (409, "tenants.parent_deleted")
        assert not await tenant_exists(world, low)
        # Whichever came first: with the one above, or by itself.
        assert (await restore(backend, top)).status_code == 200
        assert await tenant_exists(world, low) == (back.status_code == 200)


async def test_restored_or_erased_and_nothing_between(
    backend, world: World, db: Db, clockwork: Clockwork
):
    """Both at once, again and again: in any order the account is complete or erased."""
    everybody = [await world.person("Admin") for _ in range(8)]
    for who in everybody:
        await delete(backend, who.tenant_id)
    await clockwork.run_jobs()
    clock.advance_clock(GRACE)
    late = (await new_backend(world)).http
    restoring = asyncio.gather(*(restore(late, who.tenant_id) for who in everybody))
    await clockwork.look()
    answers = await restoring
    await clockwork.run_jobs()
    for who, answer in zip(everybody, answers, strict=True):
        assert answer.status_code in (200, 409)
        shown = (await late.get(f"{V2}/{who.tenant_id}")).status_code
        came_back = answer.status_code == 200
        assert (await people(db, who.tenant_id), shown) == ((1, 200) if came_back else (0, 404))
