"""Whether the domain of an address is a tenant's own, for the areas above."""

from typing import LiteralString
from uuid import UUID

from gatehouse.kit.db import Db, Query


def owned_condition(domain: LiteralString) -> LiteralString:
    """Whether tenant `$1` owns the domain: a condition for statements that look at several addresses. One
    whose record was not found any more may be somebody else's by now."""
    return f"""
    exists (
      select from sso_domains d
      where d.tenant_id = $1 and d.domain = {domain} and d.validated_at is not null
        and d.missing_since is null)
    """


OWNED = Query(bool, f"select {owned_condition('$2')}")


async def is_owned(db: Db, tenant_id: UUID, email: str) -> bool:
    """Of a normalized address."""
    return await OWNED.one(db, tenant_id, email.rpartition("@")[2])
