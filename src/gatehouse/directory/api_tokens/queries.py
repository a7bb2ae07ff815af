"""Result types of the API token statements."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, LiteralString
from uuid import UUID

from gatehouse.access.permissions import PERMISSION_KEYS, ROLE_KEYS
from gatehouse.access.session_caller import PERMISSIONS_FOR_TENANT
from gatehouse.directory.api_tokens.schemas import TenantTokenOut, UserTokenOut
from gatehouse.kit.db import Command, Query
from gatehouse.kit.tenant_cleanup import TenantTable


class ApiTokenKind(StrEnum):
    """`CLIENT_CREDENTIALS`: an id and a secret, exchanged for short-lived tokens. `ACCESS_TOKEN`: the
    secret is the token. The values correspond to the vendor's strategies."""

    CLIENT_CREDENTIALS = "client_credentials"
    ACCESS_TOKEN = "access_token"  # noqa: S105  a kind of token, not a secret

    @property
    def strategy(self) -> str:
        return "AccessToken" if self is ApiTokenKind.ACCESS_TOKEN else "ClientCredentials"


@dataclass(frozen=True, slots=True)
class ApiToken:
    """`owner_id` is None for a tenant's token; only tenant tokens have roles and permissions of their own.
    `level` is the rank of its roles; `secret` is set only right after creation."""

    id: UUID
    tenant_id: UUID
    owner_id: UUID | None
    created_by_user_id: UUID | None
    kind: str
    description: str
    metadata: dict[str, Any]
    role_ids: list[UUID]
    permission_ids: list[UUID]
    level: int
    created_at: datetime
    expires: datetime | None
    last_used: datetime | None
    secret: str | None = None

    @property
    def client_id(self) -> UUID:
        """The id under which client credentials are shown."""
        return self.id


@dataclass(frozen=True, slots=True)
class ApiTokenSecret:
    """A new secret, and the hash that is stored of it."""

    text: str
    hash: bytes
    signing_key_id: str | None = None


LEFT = TenantTable("api_tokens")

_COLUMNS: LiteralString = """
  t.id, t.tenant_id, t.owner_id, t.created_by as created_by_user_id, t.kind, t.description, t.metadata,
  array(select r.role_id from api_token_roles r where r.token_id = t.id order by 1) as role_ids,
  array(select p.permission_id from api_token_permissions p where p.token_id = t.id order by 1)
    as permission_ids,
  coalesce((
    select min(r.level) from api_token_roles tr join roles r on r.id = tr.role_id
    where tr.token_id = t.id
  ), 1000) as level,
  t.created_at, t.expires_at as expires, t.last_used_at as last_used, null as secret
"""

# Tokens created before the owner's access was revoked never work again, so they are not listed.
_OF_PERSON: LiteralString = """
  from api_tokens t
  join memberships m on m.tenant_id = t.tenant_id and m.user_id = t.owner_id
    and (m.sessions_from is null or t.created_at > m.sessions_from)
  where t.tenant_id = $1 and t.owner_id = $2
"""
_OF_TENANT: LiteralString = "from api_tokens t where t.tenant_id = $1 and t.owner_id is null"

# The limit of tokens per user and per tenant bounds these lists.
OF_PERSON = Query(
    ApiToken,
    f"select {_COLUMNS} {_OF_PERSON} and t.kind = $3 order by t.created_at desc, t.id desc limit 1000",
)
OF_TENANT = Query(
    ApiToken,
    f"select {_COLUMNS} {_OF_TENANT} and t.kind = $2 order by t.created_at desc, t.id desc limit 1000",
)
ONE_OF_TENANT = Query(ApiToken, f"select {_COLUMNS} {_OF_TENANT} and t.kind = $2 and t.id = $3")

COUNT_OF_PERSON = Query(
    int, "select count(*)::int as n from api_tokens where tenant_id = $1 and owner_id = $2"
)
COUNT_OF_TENANT = Query(
    int, "select count(*)::int as n from api_tokens where tenant_id = $1 and owner_id is null"
)

ADD = Command(
    """
    with added as (
      insert into api_tokens (id, tenant_id, owner_id, created_by, kind, description, metadata,
        secret_hash, signing_key_id, created_at, expires_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
    ), roles_given as (
      insert into api_token_roles (token_id, role_id, tenant_id)
      select $1, r.id, $2 from unnest($12::uuid[]) r (id)
    )
    insert into api_token_permissions (token_id, permission_id, tenant_id)
    select $1, p.id, $2 from unnest($13::uuid[]) p (id)
    """,
)

CHANGE = Command(
    "update api_tokens set description = $3, metadata = $4 where tenant_id = $1 and id = $2"
)

SET_ROLES = Command(
    """
    with dropped as (
      delete from api_token_roles where tenant_id = $1 and token_id = $2 and role_id <> all ($3::uuid[])
    )
    insert into api_token_roles (token_id, role_id, tenant_id)
    select $2, r.id, $1 from unnest($3::uuid[]) r (id)
    on conflict do nothing
    """,
)

SET_PERMISSIONS = Command(
    """
    with dropped as (
      delete from api_token_permissions
      where tenant_id = $1 and token_id = $2 and permission_id <> all ($3::uuid[])
    )
    insert into api_token_permissions (token_id, permission_id, tenant_id)
    select $2, p.id, $1 from unnest($3::uuid[]) p (id)
    on conflict do nothing
    """,
)

# `$3` is null for a tenant's token. Returns the token's description.
DELETE = Query(
    str,
    """
    delete from api_tokens
    where tenant_id = $1 and id = $2 and owner_id is not distinct from $3::uuid and kind = $4
    returning description
    """,
)

# Cleanup in all tenants, in batches.


_OF_PEOPLE: LiteralString = """
  from api_tokens t
  join memberships_in_force m on m.tenant_id = t.tenant_id and m.user_id = t.owner_id
    and m.until > $1 and (m.sessions_from is null or t.created_at > m.sessions_from)
  where t.kind = 'access_token' and coalesce(t.expires_at, 'infinity') > $1
    and ($2::uuid is null or t.tenant_id = $2)
"""
_OF_TENANTS: LiteralString = """
  from api_tokens t
  join tenants x on x.id = t.tenant_id and x.deleted_at is null and x.suspended_at is null
  where t.kind = 'access_token' and t.owner_id is null and coalesce(t.expires_at, 'infinity') > $1
    and ($2::uuid is null or t.tenant_id = $2)
"""
# Backends read this list every ten seconds; beyond this size they need another way.
_BOUND: LiteralString = "order by t.created_at desc limit 100000"

ACTIVE_OF_PEOPLE = Query(UUID, f"select t.id {_OF_PEOPLE} {_BOUND}")
ACTIVE_OF_TENANTS = Query(UUID, f"select t.id {_OF_TENANTS} {_BOUND}")

ONE_OF_PEOPLE = Query(
    UserTokenOut,
    f"""
    select t.id, t.tenant_id, t.owner_id as user_id, t.expires_at as expires,
      {ROLE_KEYS} as roles,
      {PERMISSION_KEYS} as permissions
    {_OF_PEOPLE} and t.id = $3
    """,
)
ONE_OF_TENANTS = Query(
    TenantTokenOut,
    f"""
    select t.id, t.tenant_id, t.expires_at as expires,
      array(
        select r.key from api_token_roles tr join roles r on r.id = tr.role_id
        where tr.token_id = t.id order by r.level, r.key
      ) as roles,
      {PERMISSIONS_FOR_TENANT} as permissions
    {_OF_TENANTS} and t.id = $3
    """,
)

NOTE_USE = Command(
    """
    update api_tokens set last_used_at = $2
    where id = $1 and (last_used_at > $2::timestamptz - interval '1 hour') is not true
    """
)

# In all tenants: tenant tokens that user $1 created are now attributed to user $2. The personal tokens of $1
# are deleted.
SET_TOKEN_CREATOR = Command(
    "update api_tokens set created_by = $2 where created_by = $1 and owner_id is null"
)

# $2: also delete the tenant tokens that the user created.
DELETE_TOKENS_OF_USER = Command(
    "delete from api_tokens where owner_id = $1 or $2 and created_by = $1"
)
