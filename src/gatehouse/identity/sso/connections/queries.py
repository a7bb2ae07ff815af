"""Statements on connections, their groups and their links. A connection is read with its certificates,
domains, groups and roles."""

from typing import Any, LiteralString
from uuid import UUID

from gatehouse.identity.external.queries import OF_CONNECTION, OF_TENANT
from gatehouse.identity.sso.connections.models import SsoConnection
from gatehouse.identity.sso.connections.schemas import SsoLinkOut
from gatehouse.kit.db import Command, Query
from gatehouse.kit.sealed import SealedColumn
from gatehouse.kit.tenant_cleanup import TenantTable

LEFT = TenantTable("sso_connections")

OIDC_SECRET = SealedColumn("sso_connections", "sealed_oidc_secret")

# The lists are bounded because each connection may have only a limited number of entries.
WHOLE: LiteralString = """
  c.*,
  coalesce((
    select jsonb_agg(jsonb_build_object('id', x.id, 'pem', x.pem, 'fingerprint', x.fingerprint,
      'notBefore', x.not_before, 'expiresAt', x.expires_at) order by x.created_at, x.id)
    from sso_certificates x where x.tenant_id = c.tenant_id and x.connection_id = c.id
  ), '[]') as certificates,
  coalesce((
    select jsonb_agg(jsonb_build_object('id', d.id, 'domain', d.domain, 'token', d.token,
      'validated', d.validated_at is not null, 'missingSince', d.missing_since) order by d.created_at, d.id)
    from sso_domains d where d.tenant_id = c.tenant_id and d.connection_id = c.id
  ), '[]') as domains,
  coalesce((
    select jsonb_agg(jsonb_build_object('id', g.id, 'group', g.name, 'roleIds', coalesce((
        select jsonb_agg(r.role_id order by r.role_id) from sso_group_roles r
        where r.tenant_id = g.tenant_id and r.group_id = g.id
      ), '[]')) order by g.created_at, g.id)
    from sso_groups g where g.tenant_id = c.tenant_id and g.connection_id = c.id
  ), '[]') as groups,
  array(
    select r.role_id from sso_connection_roles r
    where r.tenant_id = c.tenant_id and r.connection_id = c.id order by r.role_id
  ) as role_ids
"""

ALL = Query(
    SsoConnection,
    f"""
    select {WHOLE} from sso_connections c where c.tenant_id = $1 order by c.created_at, c.id limit 50
    """,
)
ONE = Query(
    SsoConnection, f"select {WHOLE} from sso_connections c where c.tenant_id = $1 and c.id = $2"
)
COUNT = Query(int, "select count(*)::int as n from sso_connections where tenant_id = $1")

# What a change sets, and what a new connection has unless it is said.
DEFAULTS: dict[LiteralString, Any] = {
    "type": "saml", "enabled": False, "enforced": False, "override_active_tenant": True,
    "sso_endpoint": "", "idp_entity_id": "", "audience": "", "sign_request": False,
    "metadata_source": "form", "metadata_url": "", "oidc_client_id": "", "sealed_oidc_secret": None,
    "idp_initiated": False, "slo_endpoint": "", "slo_by_post": False, "oidc_logout": False,
    "oidc_scopes": [], "email_claim": "", "groups_claims": [], "groups_separator": "", "sso_by_post": False,
}  # fmt: skip
_NUMBERED = {name: f"${number}" for number, name in enumerate(DEFAULTS, 4)}
# $1: the tenant, $2: the connection, $3: now, then the values of `DEFAULTS`.
ADD = Command(
    f"""
    insert into sso_connections (tenant_id, id, created_at, updated_at, {", ".join(_NUMBERED)})
    values ($1, $2, $3, $3, {", ".join(_NUMBERED.values())})
    """
)
CHANGE = Command(
    f"""
    update sso_connections set updated_at = $3,
      {", ".join(f"{name} = {value}" for name, value in _NUMBERED.items())}
    where tenant_id = $1 and id = $2
    """
)
DELETE = Command("delete from sso_connections where tenant_id = $1 and id = $2")

DROP_CERTIFICATES = Command(
    """
    delete from sso_certificates
    where tenant_id = $1 and connection_id = $2 and fingerprint <> all ($3::text[])
    """
)
ADD_CERTIFICATES = Command(
    """
    insert into sso_certificates
      (id, tenant_id, connection_id, pem, fingerprint, not_before, expires_at, created_at)
    select one.id, $1, $2, one.pem, one.fingerprint, one.not_before, one.expires_at, $3
    from unnest($4::uuid[], $5::text[], $6::text[], $7::timestamptz[], $8::timestamptz[])
      one (id, pem, fingerprint, not_before, expires_at)
    on conflict do nothing
    """
)

SET_ROLES = Command(
    """
    with gone as (
      delete from sso_connection_roles
      where tenant_id = $1 and connection_id = $2 and role_id <> all ($3::uuid[])
    )
    insert into sso_connection_roles (tenant_id, connection_id, role_id)
    select $1, $2, one.id from unnest($3::uuid[]) one (id)
    on conflict do nothing
    """
)

# Over the whole installation: whether any tenant uses single sign-on.
ANY_IN_USE = Query(
    bool,
    """
    select exists (
      select c.tenant_id from sso_connections c
      join sso_domains d on d.tenant_id = c.tenant_id and d.connection_id = c.id
      where c.enabled and d.validated_at is not null
    ) as found
    """,
)

FIRST = Query(
    UUID,
    "select id from sso_connections where tenant_id = $1 order by created_at, id limit 1",
)


def build_connection_query(condition: LiteralString, most: int) -> Query[SsoConnection]:
    """Over all tenants: the connections `c` for which the condition holds, the oldest first."""
    return Query(
        SsoConnection,
        f"""
        select {WHOLE} from sso_connections c join tenants t on t.id = c.tenant_id
        where {condition} and t.deleted_at is null order by c.created_at, c.id limit {most}
        """,
    )


# The connections that allow sign-ins started at this provider. One directory may serve several tenants.
BY_ISSUER = build_connection_query(
    "c.idp_entity_id = $1 and c.enabled and c.idp_initiated and c.type <> 'oidc'", 5
)
LEARN_ISSUER = Command(
    "update sso_connections set idp_entity_id = $3"
    " where tenant_id = $1 and id = $2 and idp_entity_id = ''"
)
MOST_LINKS_COUNTED = 10_000
MOST_LINKS_OF_USER = 100
_LINK: LiteralString = """
  i.id, i.provider::uuid as connection_id, i.subject, i.email, m.user_id, u.email as user_email,
  i.created_at, i.last_used_at
"""
_LINK_ROWS: LiteralString = """
  external_identities i
  left join memberships m on m.tenant_id = $1 and m.user_id = i.user_id
  left join users u on u.id = m.user_id
"""


# The permissions of an active credential.
CREDENTIAL_PERMISSIONS = Query(list[str], "select permissions from gatehouse_credential($1)")
KEEP_GIVEN_CERTIFICATE = Command(
    "update sso_connections set certificate_given = $3 where tenant_id = $1 and id = $2"
)


COUNT_GROUPS = Query(
    int, "select count(*)::int as n from sso_groups where tenant_id = $1 and connection_id = $2"
)
# No row when the connection has one of this name.
ADD_GROUP = Query(
    UUID,
    """
    insert into sso_groups (tenant_id, connection_id, id, name, created_at)
    values ($1, $2, $3, $4, $5)
    on conflict (tenant_id, connection_id, name) do nothing
    returning id
    """,
)
GROUP_NAME_TAKEN = Query(
    bool,
    """
    select exists (
      select from sso_groups where tenant_id = $1 and connection_id = $2 and name = $3 and id <> $4
    ) as found
    """,
)
RENAME_GROUP = Command(
    "update sso_groups set name = $4 where tenant_id = $1 and connection_id = $2 and id = $3"
)
DELETE_GROUP = Command(
    "delete from sso_groups where tenant_id = $1 and connection_id = $2 and id = $3"
)
SET_GROUP_ROLES = Command(
    """
    with gone as (
      delete from sso_group_roles
      where tenant_id = $1 and group_id = $2 and role_id <> all ($3::uuid[])
    )
    insert into sso_group_roles (tenant_id, group_id, role_id)
    select $1, $2, one.id from unnest($3::uuid[]) one (id)
    on conflict do nothing
    """
)


# $3: part of the address that the identity provider sent, or of the subject.
LINKS_PAGE = Query(
    SsoLinkOut,
    f"""
    select {_LINK} from {_LINK_ROWS}
    where {OF_CONNECTION}
      and ($3 = '%' or i.email ilike $3 or i.subject ilike $3)
    order by lower(i.email), i.id limit $4 offset $5
    """,
)
COUNT_LINKS = Query(
    int,
    f"""
    select count(*)::int as n from (
      select from external_identities i
      where {OF_CONNECTION}
        and ($3 = '%' or i.email ilike $3 or i.subject ilike $3)
      limit {MOST_LINKS_COUNTED}
    ) counted
    """,
)
LINKS_OF_MEMBER = Query(
    SsoLinkOut,
    f"""
    select {_LINK} from {_LINK_ROWS}
    where m.user_id = $2 and {OF_TENANT}
    order by i.created_at, i.id limit {MOST_LINKS_OF_USER}
    """,
)
