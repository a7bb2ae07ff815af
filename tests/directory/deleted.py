"""Accounts that are deleted, and what the clock does with them."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import httpx

from gatehouse.directory.tenants.deletion import start_due_erasures
from gatehouse.kit import clock
from gatehouse.kit.db import Database
from gatehouse.kit.jobs import JobContext
from gatehouse.kit.resources import Resources
from tests.directory.test_tenants import made
from tests.world import Db

V1 = "/tenants/resources/tenants/v1"
DELETED = "/tenants/resources/deleted-tenants/v1"
GRACE = timedelta(days=30)


class Clockwork:
    """What the worker does by the clock."""

    def __init__(self, resources: Resources, run_jobs: Callable[[], Awaitable[None]]) -> None:
        self._context = JobContext(resources[Database], resources, 0, 1, last_attempt=True)
        self.run_jobs = run_jobs

    async def look(self) -> None:
        """Begin with what is due; the jobs wait."""
        await start_due_erasures(self._context)

    async def erase(self, after: timedelta = timedelta()) -> None:
        clock.advance_clock(after)
        await self.look()
        await self.run_jobs()


async def listed(backend: httpx.AsyncClient, *tenant_ids: object) -> list[dict[str, Any]]:
    """Those of them that are deleted and not erased, as the vendor's list has them."""
    answer = await backend.get(DELETED, params={"_limit": 200})
    assert answer.status_code == 200, answer.text
    wanted = {str(one) for one in tenant_ids}
    return [one for one in answer.json()["items"] if one["id"] in wanted]


async def delete(backend: httpx.AsyncClient, tenant_id: object) -> None:
    answer = await backend.delete(f"{V1}/{tenant_id}")
    assert answer.status_code == 200, answer.text


async def restore(backend: httpx.AsyncClient, tenant_id: object) -> httpx.Response:
    return await backend.post(f"{V1}/{tenant_id}/restore")


async def erase(backend: httpx.AsyncClient, tenant_id: object) -> httpx.Response:
    return await backend.post(f"{V1}/{tenant_id}/erase")


async def named(db: Db, tenant_id: object, alias: str) -> None:
    await db.connection.execute(
        "update tenants set alias = $2, login_url = 'https://x.test' where id::text = $1::text",
        str(tenant_id), alias,
    )  # fmt: skip


async def people(db: Db, *tenant_ids: object) -> int:
    count = "select count(*) from memberships where tenant_id::text = any ($1)"
    found: int = await db.connection.fetchval(count, [str(one) for one in tenant_ids])
    return found


async def family(backend: httpx.AsyncClient) -> tuple[str, str]:
    """An account and one below it."""
    top = str((await made(backend, name="Top"))["id"])
    return top, str((await made(backend, name="Low", parentTenantId=top))["id"])


async def somebody_waits(db: Db) -> None:
    """For what this transaction holds."""
    waits = """
      select exists (
        select from pg_stat_activity where pg_backend_pid() = any (pg_blocking_pids(pid)))
    """
    async with asyncio.timeout(30):
        while not await db.connection.fetchval(waits):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
