"""Statements on domains."""

from typing import LiteralString
from uuid import UUID

from gatehouse.identity.sso.domains.models import SsoDomain
from gatehouse.kit.db import Command, Db, Query

COLUMNS: LiteralString = (
    "id, tenant_id, connection_id, domain, token, validated_at, validated_by, shared, missing_since"
)

ONE = Query(
    SsoDomain,
    f"select {COLUMNS} from sso_domains where tenant_id = $1 and connection_id = $2 and id = $3",
)
COUNT = Query(
    int, "select count(*)::int as n from sso_domains where tenant_id = $1 and connection_id = $2"
)
# Returns no row if the tenant already has the domain, at any of its connections.
ADD = Query(
    SsoDomain,
    f"""
    insert into sso_domains (tenant_id, connection_id, id, domain, token, created_at)
    values ($1, $2, $3, $4, $5, $6)
    on conflict (tenant_id, domain) do nothing
    returning {COLUMNS}
    """,
)
DELETE = Command("delete from sso_domains where tenant_id = $1 and connection_id = $2 and id = $3")

# The rows of every tenant that has validated the domain.
HOLDERS = Query(
    SsoDomain,
    f"""
    select {COLUMNS} from sso_domains where domain = $1 and validated_at is not null
    order by validated_at limit 100 for update
    """,
)
# Rows of deleted tenants, which would have the domain again after a restore.
HELD_BY_DELETED = Query(
    SsoDomain,
    f"""
    select {COLUMNS} from sso_domains where domain = $1 and validated_at is not null
      and exists (select from tenants t where t.id = sso_domains.tenant_id and t.deleted_at is not null)
    order by validated_at limit 100 for update
    """,
)
# The rows of tenants that have the domain, validated or not.
CANDIDATES = Query(
    SsoDomain,
    f"""
    select {COLUMNS} from sso_domains where domain = $1 and ($2::uuid is null or tenant_id = $2)
      and exists (select from tenants t where t.id = sso_domains.tenant_id and t.deleted_at is null)
    order by created_at limit 2 for update
    """,
)
VALIDATE = Command(
    """
    update sso_domains set validated_at = coalesce(validated_at, $3), validated_by = $4, shared = $5,
      checked_at = $3, missing_since = null, email_code_hash = null
    where tenant_id = $1 and id = $2
    """
)
FOUND = Command(
    """
    update sso_domains set missing_since = null
    where tenant_id = $1 and id = $2 and validated_at is not null
    """
)
LAPSE = Command(
    """
    update sso_domains set validated_at = null, validated_by = null, shared = false, checked_at = null,
      missing_since = null
    where tenant_id = $1 and id = $2 and validated_at is not null
    """
)
MISSING = Command(
    """
    update sso_domains set checked_at = $3, missing_since = coalesce(missing_since, $3)
    where tenant_id = $1 and id = $2 and validated_at is not null
    """
)

# Over all tenants. The update of checked_at claims the rows, so that no two workers check the same domain.
TO_CHECK = Query(
    SsoDomain,
    f"""
    update sso_domains set checked_at = $1 where (tenant_id, id) in (
      select tenant_id, id from sso_domains
      where validated_by = 'dns' and checked_at < $2
        and exists (select from tenants t where t.id = sso_domains.tenant_id and t.deleted_at is null)
      order by checked_at limit $3 for update skip locked
    )
    returning {COLUMNS}
    """,
)

KEEP_CODE = Command(
    """
    update sso_domains set email_code_hash = $3, email_code_until = $4, email_tries = 0
    where tenant_id = $1 and id = $2
    """
)
# Counts a try ($4 are allowed). Returns whether the code $3 is correct and has not expired.
TRY_CODE = Query(
    bool,
    """
    update sso_domains set email_tries = email_tries + 1
    where tenant_id = $1 and id = $2 and email_code_hash is not null and email_tries < $4
    returning email_code_hash = $3 and email_code_until > $5 as is_right
    """,
)


def build_owned_domain_condition(domain: LiteralString) -> LiteralString:
    """A SQL condition for statements on several addresses: whether tenant `$1` owns the domain. A domain
    whose record is missing does not count, because it may have a new owner."""
    return f"""
    exists (
      select from sso_domains d
      where d.tenant_id = $1 and d.domain = {domain} and d.validated_at is not null
        and d.missing_since is null)
    """


OWNED = Query(bool, f"select {build_owned_domain_condition('$2')}")


async def owns_email_domain(db: Db, tenant_id: UUID, email: str) -> bool:
    """Whether the tenant owns the domain of a normalized address."""
    return await OWNED.one(db, tenant_id, email.rpartition("@")[2])
