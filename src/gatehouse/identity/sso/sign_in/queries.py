"""Statements of signing in through a connection. They find the tenant, so they see all."""

from typing import LiteralString
from uuid import UUID

from gatehouse.identity.sso.sign_in.models import Way
from gatehouse.kit.db import Command, Query

WAY: LiteralString = """
  c.id, c.tenant_id, c.type, c.sso_endpoint, c.oidc_client_id, c.sealed_oidc_secret, c.oidc_logout
"""

# What speaks for a domain, the oldest first. It is one connection's, unless several accounts may have it.
BY_DOMAIN = Query(
    Way,
    f"""
    select {WAY} from sso_domains d
    join sso_connections c on c.tenant_id = d.tenant_id and c.id = d.connection_id
    join tenants t on t.id = c.tenant_id
    where d.domain = $1 and d.validated_at is not null and c.enabled and t.deleted_at is null
    order by c.created_at, c.id limit 100
    """,
)
ACTIVE_TENANT = Query(
    UUID,
    "select default_tenant_id from users where email = $1 and default_tenant_id is not null",
)
# The oldest that somebody may come through.
BY_TENANT = Query(
    Way,
    f"""
    select {WAY} from sso_connections c join tenants t on t.id = c.tenant_id
    where c.tenant_id = $1 and c.enabled and t.deleted_at is null
      and exists (
        select from sso_domains d
        where d.tenant_id = c.tenant_id and d.connection_id = c.id and d.validated_at is not null
      )
    order by c.created_at, c.id limit 1
    """,
)
BY_ID = Query(
    Way,
    f"""
    select {WAY} from sso_connections c join tenants t on t.id = c.tenant_id
    where c.id = $1 and c.enabled and t.deleted_at is null
    """,
)

# Whose identity it is, without a lock.
KNOWN = Query(
    UUID,
    """
    select user_id from external_identities
    where kind = $1 and provider = $2 and issuer = $3 and subject = $4
    """,
)

# Whether the membership of person $2 in tenant $1 was ended before, by whomever.
WAS_REMOVED = Query(
    bool,
    "select exists (select from ended_memberships where tenant_id = $1 and user_id = $2)",
)

# Whether person $1 came by another account's connection that does not speak for domain $3 any more: then the
# domain has another owner now, and the address may be somebody else's. $2 is the account that asks.
OF_A_FORMER_OWNER = Query(
    bool,
    """
    select exists (
      select i.id from external_identities i
      join sso_connections c
        on c.id = case when i.kind in ('oidc', 'saml') then i.provider::uuid end and c.tenant_id <> $2
      where i.user_id = $1 and not exists (
        select from sso_domains d
        where d.tenant_id = c.tenant_id and d.connection_id = c.id and d.domain = $3
          and d.validated_at is not null
      )
    ) as found
    """,
)

NOTE_PROVIDER = Command("update users set provider = $2 where id = $1")

# Roles that come and go with groups; those that the person has anyway are not among them.
GIVE = Query(
    UUID,
    """
    with given as (
      insert into membership_roles (tenant_id, user_id, role_id)
      select $1, $2, one.id from unnest($3::uuid[]) one (id)
      on conflict do nothing
      returning tenant_id, user_id, role_id
    )
    insert into sso_given_roles (tenant_id, user_id, role_id)
    select tenant_id, user_id, role_id from given
    on conflict do nothing
    returning role_id
    """,
)
TAKE = Query(
    UUID,
    """
    with taken as (
      delete from sso_given_roles
      where tenant_id = $1 and user_id = $2 and role_id <> all ($3::uuid[])
      returning tenant_id, user_id, role_id
    )
    delete from membership_roles m using taken t
    where m.tenant_id = t.tenant_id and m.user_id = t.user_id and m.role_id = t.role_id
    returning m.role_id
    """,
)
BEGIN_TAKING = Command("savepoint taking")
UNDO_TAKING = Command("rollback to savepoint taking")
