"""Temporary access expires by the clock; the member is removed unless it is extended."""

from datetime import timedelta

import pytest

from gatehouse.directory.people.manage import remove_expired_members
from gatehouse.kit import clock
from gatehouse.kit.db import Database
from gatehouse.kit.jobs import JobContext
from gatehouse.kit.units import UnitsFailed
from tests.audit_log import audit_entries
from tests.failing_rows import make_rows_fail
from tests.vendor_view import is_member
from tests.world import Person, World

TEMPORARY = "/identity/resources/users/temporary/v1"
ME = "/identity/resources/users/v2/me"


@pytest.fixture
async def admin(world: World) -> Person:
    return await world.person("Admin")


async def limited(world: World, admin: Person, seconds: int = 3600) -> Person:
    guest = await world.person("ReadOnly", tenant_id=admin.tenant_id)
    answer = await admin.browser.put(
        f"{TEMPORARY}/{guest.id}", json={"expirationInSeconds": seconds}
    )
    assert answer.status_code == 201, answer.text
    return guest


async def test_access_ends_at_use_and_no_old_session_gets_it_back(world: World, admin: Person):
    guest = await limited(world, admin)
    assert (await guest.browser.get(ME)).status_code == 200
    clock.advance_clock(timedelta(seconds=3601))
    assert (await guest.browser.get(ME)).status_code == 401
    extended = await admin.browser.put(
        f"{TEMPORARY}/{guest.id}", json={"expirationInSeconds": 3600}
    )
    assert extended.status_code == 201
    # The old session has lost the account for good; signing in again is what helps.
    assert (await guest.browser.get(ME)).status_code == 401


async def test_a_member_whose_access_expired_a_month_ago_is_removed(
    world: World, admin: Person, resources, run_jobs
):
    ended, extended = await limited(world, admin), await limited(world, admin)
    longer = await limited(world, admin, 60 * 86_400)
    job = JobContext(resources[Database], resources, 1, 1, False)
    clock.advance_clock(timedelta(days=29))
    await remove_expired_members(job)
    assert await is_member(world, admin.tenant_id, ended.id)
    later = await world.sign_in(admin.id, admin.tenant_id, admin.email)
    await later.browser.delete(f"{TEMPORARY}/{extended.id}")
    clock.advance_clock(timedelta(days=2))
    await remove_expired_members(job)
    assert not await is_member(world, admin.tenant_id, ended.id)
    assert await is_member(world, admin.tenant_id, extended.id)
    assert await is_member(world, admin.tenant_id, longer.id)
    entries = await audit_entries(world, admin.tenant_id, "user.removed")
    assert [entry["json"]["user_id"] for entry in entries] == [str(ended.id)]


async def test_a_member_who_cannot_be_removed_stops_no_other(
    world: World, admin: Person, resources, database_url
):
    other = await world.person("Admin")
    first, second = await limited(world, admin), await limited(world, other)
    job = JobContext(resources[Database], resources, 1, 1, False)
    clock.advance_clock(timedelta(days=31))
    async with make_rows_fail(database_url, "memberships", admin.tenant_id):
        with pytest.raises(UnitsFailed):
            await remove_expired_members(job)
    assert await is_member(world, admin.tenant_id, first.id)
    assert not await is_member(world, other.tenant_id, second.id)
    await remove_expired_members(job)
    assert not await is_member(world, admin.tenant_id, first.id)
