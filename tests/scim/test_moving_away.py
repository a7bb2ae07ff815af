"""A directory changes a user while the vendor moves the account's users to another."""

import asyncio
from collections.abc import Awaitable, Callable
from uuid import UUID

import httpx
import pytest

from gatehouse.kit.db import Db
from tests.backend import new_backend
from tests.directory.waiting import somebody_waits
from tests.scim.directory import Directory
from tests.vendor_users import get_user
from tests.world import World

MOVE = "/identity/resources/users/v1/tenants/migrate"
HOLD = "select from users where id = $1 for update"
HOLD_MEMBER = "select from memberships where tenant_id = $1 and user_id = $2 for update"
BEHIND = """
select exists (
  select from pg_locks l, unnest(pg_blocking_pids(l.pid)) blocking
  where not l.granted and blocking <> $1 and $1 = any (pg_blocking_pids(blocking)))
"""


async def somebody_waits_behind(db: Db) -> None:
    """Until a connection waits for one that waits for this one."""
    own = await db.connection.fetchval("select pg_backend_pid()")
    async with asyncio.timeout(20):
        while not await db.connection.fetchval(BEHIND, own):  # noqa: ASYNC110
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("moves_first", [True, False])
async def test_neither_ends_the_other(
    world: World, directory: Directory, db: Db, run_jobs: Callable[[], Awaitable[None]],
    *, moves_first: bool,
):  # fmt: skip
    source, target = directory.admin.tenant_id, await world.tenant("New")
    backend = (await new_backend(world)).http
    user = await directory.user()
    person = await db.connection.fetchval(
        "select user_id from scim_users where id = $1", UUID(user["id"])
    )
    body = {"srcTenantId": str(source), "targetTenantId": str(target)}
    assert (await backend.put(MOVE, json=body)).status_code == 200

    async def change() -> httpx.Response:
        rename = {"op": "replace", "path": "displayName", "value": "Another"}
        return await directory.patch(user, rename)

    # The move locks the membership, the change locks the row of the directory.
    first, then = (run_jobs, change) if moves_first else (change, run_jobs)
    async with asyncio.timeout(20), asyncio.TaskGroup() as both, db.connection.transaction():
        if moves_first:
            await db.connection.execute(HOLD, person)
        else:
            await db.connection.execute(HOLD_MEMBER, source, person)
        one = both.create_task(first())  # type: ignore[arg-type]
        await somebody_waits(db)
        other = both.create_task(then())  # type: ignore[arg-type]
        await somebody_waits_behind(db)
    changed = other.result() if moves_first else one.result()
    assert changed is not None
    assert changed.status_code == (404 if moves_first else 200)
    assert (await get_user(backend, person))["tenantIds"] == [str(target)]
