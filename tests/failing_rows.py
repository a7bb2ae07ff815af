"""Rows of one tenant that cannot be changed: what a job does when one of many fails."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from uuid import UUID

import asyncpg

FUNCTION = """
create or replace function tests_refuse() returns trigger language plpgsql as
  $$ begin raise exception 'this row cannot be changed'; end $$
"""


@asynccontextmanager
async def make_rows_fail(database_url: str, table: str, tenant_id: UUID) -> AsyncIterator[None]:
    """Each change of the tenant's rows in this table raises, as long as this lasts."""
    owner = await asyncpg.connect(database_url)
    try:
        await owner.execute(FUNCTION)
        await owner.execute(
            f"create trigger tests_refuse before update or delete on {table} for each row"
            f" when (old.tenant_id = '{tenant_id}') execute function tests_refuse()"
        )
        yield
    finally:
        await owner.execute(f"drop trigger if exists tests_refuse on {table}")
        await owner.execute("drop function if exists tests_refuse()")
        await owner.close()
