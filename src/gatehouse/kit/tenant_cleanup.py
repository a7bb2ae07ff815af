"""What an account leaves behind when it is deleted. Its row stays for the audit and for bills; what it had
goes.

Each table is named beside its statements; what hangs on its rows goes with them.
"""

from typing import LiteralString
from uuid import UUID

from gatehouse.kit.db import Command, Database, Scope
from gatehouse.kit.manifest import Registry

STEP = 500  # rows


class TenantTable:
    """`TenantTable("webhooks")`: a table whose rows are those of the account in `tenant_id`."""

    def __init__(self, table: LiteralString) -> None:
        self.table = table
        self._delete = Command(
            f"""
            delete from {table} where tenant_id = $1 and ctid = any (array(
              select ctid from {table} where tenant_id = $1 limit $2::bigint))
            """
        )
        TENANT_TABLES.add_item(self)

    async def delete_rows_of_tenant(self, database: Database, tenant_id: UUID) -> None:
        """Each step is a transaction, so a stop loses nothing."""
        deleted = STEP
        while deleted == STEP:
            async with database.transaction(Scope.system()) as db:
                deleted = await self._delete.run(db, tenant_id, STEP)


TENANT_TABLES: Registry[TenantTable] = Registry("tenant_tables")
