from dataclasses import fields
from typing import Generic, LiteralString, TypeVar

from gatehouse.kit.db import Query
from gatehouse.policies.tenant_policy.models import SavedPolicy

Row = TypeVar("Row", bound=SavedPolicy)


class PolicyStatements(Generic[Row]):
    """Reading and setting a policy. `set` takes the tenant, the time and the values of `columns`."""

    def __init__(self, row: type[Row], table: LiteralString) -> None:
        common = {field.name for field in fields(SavedPolicy)}
        self.columns = [field.name for field in fields(row) if field.name not in common]
        names = ", ".join(self.columns)
        values = ", ".join(f"${number}" for number in range(3, 3 + len(self.columns)))
        changes = ", ".join(f"{name} = excluded.{name}" for name in self.columns)
        self.get = Query(row, f"select * from {table} where tenant_id = $1")
        self.set = Query(
            row,
            f"""
            insert into {table} (tenant_id, created_at, updated_at, {names})
            values ($1, $2, $2, {values})
            on conflict (tenant_id) do update set updated_at = $2, {changes}
            returning *
            """,
        )
