"""Statements of sign-ins through a connection. They cover all tenants, because a sign-in does not name its
tenant."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from gatehouse.identity.external.queries import OF_SUBJECT
from gatehouse.identity.sso.connections.models import SsoConnection
from gatehouse.identity.sso.connections.queries import WHOLE, build_connection_query
from gatehouse.kit.db import Command, Query


@dataclass(frozen=True, slots=True)
class UsedSamlResponse:
    connection_id: UUID
    answer: dict[str, Any]
    subject: dict[str, Any] | None


# The connections of a domain, the oldest first. There is only one, unless several accounts may share a
# domain.
BY_DOMAIN = Query(
    SsoConnection,
    f"""
    select {WHOLE} from sso_domains d
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
# The oldest connection of the tenant that is usable for sign-in.
BY_TENANT = build_connection_query(
    """
    c.tenant_id = $1 and c.enabled and exists (
      select from sso_domains d
      where d.tenant_id = c.tenant_id and d.connection_id = c.id and d.validated_at is not null
    )
    """,
    1,
)
BY_ID = build_connection_query("c.id = $1 and c.enabled", 1)

# The connection of a test login that waits for its response.
OF_TEST = Query(
    SsoConnection,
    f"""
    select {WHOLE} from sso_tests t
    join sso_connections c on c.tenant_id = t.tenant_id and c.id = t.connection_id
    where t.id = $1 and t.passed is null
    """,
)

# The user of an identity, without a lock.
KNOWN = Query(
    UUID,
    f"select user_id from ({OF_SUBJECT}) found",
)

# Whether the membership of user $2 in tenant $1 was ended before, for any reason.
WAS_REMOVED = Query(
    bool,
    "select exists (select from ended_memberships where tenant_id = $1 and user_id = $2)",
)

# Whether account $1 is linked to a connection of a tenant other than $2 that does not have domain $3
# validated.
HAS_FORMER_OWNER = Query(bool, "select gatehouse_has_former_sso_owner($1, $2, $3) as found")

# Whether account $2 left tenant $1 and the user was added again with another account, by the address $3: by a
# directory, or by a pending invitation. A colleague who was a member before is another user.
IS_SUPERSEDED = Query(
    bool,
    """
    select exists (
      select from ended_memberships e
      join memberships m on m.tenant_id = e.tenant_id
        and m.created_at > e.ended_at - interval '1 minute'
        and (m.managed_by <> 'frontegg' or not m.activated)
      join users u on u.id = m.user_id and u.email = $3 and u.id <> $2
      where e.tenant_id = $1 and e.user_id = $2
    ) and not exists (select from memberships o where o.tenant_id = $1 and o.user_id = $2)
    as is_superseded
    """,
)

# Whether account $2 is an active member of tenant $1 and of no other tenant, except sub-accounts by inherited
# rights, and is not staff.
IS_OF_TENANT_ALONE = Query(
    bool,
    """
    select exists (
      select from memberships m
      where m.tenant_id = $1 and m.user_id = $2 and m.activated and m.inherited_from is null
    ) and not exists (
      select from memberships o
      where o.user_id = $2 and o.tenant_id <> $1 and o.inherited_from is distinct from $1
    ) and not exists (select from staff s where s.user_id = $2) as is_alone
    """,
)

# Roles granted by groups; roles that the user has otherwise are not included.
ADD_GIVEN_ROLES = Query(
    UUID,
    """
    insert into sso_given_roles (tenant_id, user_id, role_id)
    select $1, $2, one.id from unnest($3::uuid[]) one (id)
    on conflict do nothing
    returning role_id
    """,
)
DELETE_OTHER_GIVEN_ROLES = Query(
    UUID,
    """
    delete from sso_given_roles
    where tenant_id = $1 and user_id = $2 and role_id <> all ($3::uuid[])
    returning role_id
    """,
)
BEGIN_TAKING = Command("savepoint taking")
UNDO_TAKING = Command("rollback to savepoint taking")


# Returns no row if the assertion was used before. Of two concurrent inserts only one succeeds.
KEEP_RESPONSE = Query(
    bool,
    """
    insert into saml_answers
      (tenant_id, connection_id, assertion_hash, code_hash, answer, waits_until, expires_at,
       subject)
    values ($1, $2, $3, $4, $5, $6, $7, $8)
    on conflict (tenant_id, connection_id, assertion_hash) do nothing
    returning true as kept
    """,
)
# $3: whether the caller is in the browser that was sent with the request.
TAKE_RESPONSE = Query(
    UsedSamlResponse,
    """
    with found as (
      select tenant_id, connection_id, assertion_hash, answer, subject from saml_answers
      where code_hash = $1 and answer is not null and waits_until > $2
        and ($3 or not (answer ->> 'was_asked')::boolean)
      for update
    )
    update saml_answers a set answer = null, subject = null from found f
    where a.tenant_id = f.tenant_id and a.connection_id = f.connection_id
      and a.assertion_hash = f.assertion_hash
    returning f.connection_id, f.answer, f.subject
    """,
)
