"""Licenses of every account: a tenth have ended, a fifth are trials, the rest were issued for a year."""

import asyncio

import asyncpg

from benchmarks.database import settle

_ORGANIZATIONS = """
insert into organizations (id, tenant_id, name, billing_email, created_at)
select gen_random_uuid(), t.id, t.name, 'billing@benchmark.test', now() from tenants t
where not exists (select from organizations o where o.tenant_id = t.id)
"""
_LICENSES = """
insert into licenses (id, tenant_id, organization_id, name, license_type, is_trial, max_seats, key,
  fingerprint, valid_to, created_at, updated_at)
select gen_random_uuid(), o.tenant_id, o.id, o.name || ' ' || n, 'standard', n % 5 = 0, 10,
  gen_random_uuid()::text, gen_random_uuid()::text,
  now() + case when n % 10 = 1 then '-1 day' else '1 year' end::interval,
  now() - n * interval '1 hour', now()
from organizations o cross join generate_series(1, $1::integer) n
"""


def add_to_every_account(url: str, each: int) -> None:
    """So many more licenses for every account, and an organization for those that have none."""
    asyncio.run(_add(url, each))


async def _add(url: str, each: int) -> None:
    connection = await asyncpg.connect(url)
    try:
        await connection.execute("set role postgres")
        await connection.execute(_ORGANIZATIONS)
        await connection.execute(_LICENSES, each)
    finally:
        await connection.close()
    await settle(url)
