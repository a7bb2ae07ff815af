"""Many small tenants: one person each, an administrator with two live sessions.

Their number must not show: the same load is measured when there are few and when there are many.
"""

import asyncio
from datetime import UTC, datetime

import asyncpg

from benchmarks.contestants import ME, REFRESH
from benchmarks.database import settle
from benchmarks.seed import copying, open_sessions
from gatehouse.kit.crypto import new_id

COUNTS = (10, 10_000, 100_000)


def add_tenants(url: str, count: int) -> dict[str, list[str]]:
    """So many more; for each scenario a refresh token of every one."""
    return asyncio.run(_add(url, count))


async def _add(url: str, count: int) -> dict[str, list[str]]:
    connection = await asyncpg.connect(url)
    try:
        await connection.execute("set role postgres")
        copy = copying(connection)
        now = datetime.now(UTC)
        tenants, people = ([new_id() for _ in range(count)] for _ in range(2))
        role = await connection.fetchval(
            "select id from roles where tenant_id is null and key = 'Admin'"
        )
        await copy(
            "tenants", "id path name created_at updated_at",
            [(tenant, f"{tenant}/", f"Tenant {tenant.hex[-6:]}", now, now) for tenant in tenants],
        )  # fmt: skip
        await copy(
            "users", "id email name verified default_tenant_id created_at updated_at",
            [
                (person, f"{person}@tenants.test", "Pat", True, tenant, now, now)
                for person, tenant in zip(people, tenants, strict=True)
            ],
        )  # fmt: skip
        pairs = list(zip(tenants, people, strict=True))
        await copy(
            "memberships", "tenant_id user_id activated created_at",
            [(*pair, True, now) for pair in pairs],
        )  # fmt: skip
        await copy("membership_roles", "tenant_id user_id role_id", [(*p, role) for p in pairs])
        tokens = {
            scenario: (await open_sessions(copy, pairs, now))[1] for scenario in (REFRESH, ME)
        }
    finally:
        await connection.close()
    await settle(url)
    return tokens
