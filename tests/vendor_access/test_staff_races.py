"""After a user leaves the staff, or a credential is revoked, neither writes anything."""

import asyncio
from uuid import uuid4

import httpx
import pytest

from gatehouse.access.staff_role import StaffRole
from gatehouse.identity.users import create
from gatehouse.kit.db import Database
from gatehouse.kit.hashing import hash_password
from gatehouse.vendor_access.credentials import revoke_credential
from tests.backend import new_backend
from tests.identity.browser import sign_in
from tests.identity.signup_steps import GOOD, new_address
from tests.identity.test_staff_impersonation import act
from tests.security.test_ending_races import until_each_came_or_waits
from tests.staff import STAFF, dismiss_all, hire
from tests.vendor_users import find_user
from tests.world import World

TENANTS = "/tenants/resources/tenants/v1"
GROUPS = "/identity/resources/groups/v1"
USERS = "/identity/resources/users/v1"
COUNT = "select count(*) from tenants where name = $1"
COUNT_GROUPS = "select count(*) from groups where tenant_id = $1"


@pytest.fixture(autouse=True)
async def nobody_is_staff(database: Database) -> None:
    await dismiss_all(database)


async def _taken_while_it_writes(db, database: Database, writing, table: str, take, count) -> None:
    """What is written waits for its table, and is there when the answer is, or not at all."""
    async with database.pool.acquire() as connection:
        await connection.execute(f"begin; lock table {table} in share row exclusive mode")
        written = asyncio.create_task(writing())
        await until_each_came_or_waits(db, [written], 0)
        assert not written.done()
        taking = asyncio.create_task(take())
        await until_each_came_or_waits(db, [taking], 1)
        is_answered, before = taking.done(), await count()
        await connection.execute("commit")
    await asyncio.gather(taking, written)
    assert not is_answered or await count() == before


@pytest.mark.parametrize("how", ["removed", "demoted"])
async def test_staff_who_were_removed_or_demoted_write_nothing_after_the_answer(
    world: World, db, database, how
):
    owner, leaving = await hire(world, StaffRole.OWNER), await hire(world, StaffRole.SUPPORT)
    name = f"Globex {uuid4().hex}"

    async def take() -> None:
        path = f"{STAFF}/{leaving.person.id}"
        if how == "removed":
            answer = await owner.browser.delete(path)
        else:
            answer = await owner.browser.patch(path, json={"role": "read-only"})
        assert answer.is_success, answer.text

    await _taken_while_it_writes(
        db, database, lambda: leaving.browser.post(TENANTS, json={"name": name}), "tenants",
        take, lambda: db.connection.fetchval(COUNT, name),
    )  # fmt: skip


async def test_staff_who_were_removed_write_nothing_more_by_impersonation(
    world: World, db, database
):
    owner, leaving = await hire(world, StaffRole.OWNER), await hire(world, StaffRole.SUPPORT)
    tenant_id = await world.tenant()
    user_id, _ = await world.member(tenant_id, "Admin")
    browser = await act(world, leaving, await sign_in(world, user_id, tenant_id))

    async def take() -> None:
        answer = await owner.browser.delete(f"{STAFF}/{leaving.person.id}")
        assert answer.status_code == 204, answer.text

    await _taken_while_it_writes(
        db, database, lambda: browser.post(GROUPS, json={"name": "Globex"}), "groups",
        take, lambda: db.connection.fetchval(COUNT_GROUPS, tenant_id),
    )  # fmt: skip


@pytest.mark.parametrize("place", ["everywhere", "in an account"])
async def test_a_revoked_credential_writes_nothing_after_the_answer(
    world: World, db, database, place
):
    backend, tenant_id, name = (
        await new_backend(world),
        await world.tenant(),
        f"Globex {uuid4().hex}",
    )

    async def write() -> httpx.Response:
        if place == "everywhere":
            return await backend.http.post(TENANTS, json={"name": name})
        headers = {"frontegg-tenant-id": str(tenant_id)}
        return await backend.http.post(GROUPS, json={"name": name}, headers=headers)

    async def count() -> int:
        if place == "everywhere":
            return int(await db.connection.fetchval(COUNT, name))
        return int(await db.connection.fetchval(COUNT_GROUPS, tenant_id))

    async def take() -> None:
        assert await revoke_credential(database, str(backend.credential.id))

    table = "tenants" if place == "everywhere" else "groups"
    await _taken_while_it_writes(db, database, write, table, take, count)


async def test_staff_who_were_removed_during_slow_work_write_nothing_after_it(
    world: World, monkeypatch
):
    owner, leaving = await hire(world, StaffRole.OWNER), await hire(world, StaffRole.SUPPORT)
    address = new_address()

    async def removed_meanwhile(password: str) -> str:
        answer = await owner.browser.delete(f"{STAFF}/{leaving.person.id}")
        assert answer.status_code == 204
        return await hash_password(password)

    monkeypatch.setattr(create, "hash_password", removed_meanwhile)
    headers = {"frontegg-tenant-id": str(await world.tenant())}
    body = {"email": address, "password": GOOD, "skipInviteEmail": True}
    answer = await leaving.browser.post(USERS, json=body, headers=headers)
    assert answer.status_code == 401
    assert await find_user(owner.browser, address) is None
