"""Whether a tenant owns the domain of an email address; used by higher layers."""

from typing import LiteralString
from uuid import UUID

from gatehouse.kit.db import Db, Query


def owned_condition(domain: LiteralString) -> LiteralString:
    """A SQL condition for statements on several addresses: whether tenant `$1` owns the domain. A domain
    whose record is missing does not count, because it may have a new owner."""
    return f"""
    exists (
      select from sso_domains d
      where d.tenant_id = $1 and d.domain = {domain} and d.validated_at is not null
        and d.missing_since is null)
    """


OWNED = Query(bool, f"select {owned_condition('$2')}")


async def is_owned(db: Db, tenant_id: UUID, email: str) -> bool:
    """Whether the tenant owns the domain of a normalized address."""
    return await OWNED.one(db, tenant_id, email.rpartition("@")[2])
