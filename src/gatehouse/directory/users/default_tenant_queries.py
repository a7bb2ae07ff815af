"""Statements on the tenant in which a user acts after signing in."""

from uuid import UUID

from gatehouse.kit.db import Command, Query

SET_DEFAULT_TENANT = Command(
    "update users set default_tenant_id = $2, updated_at = $3 where id = $1"
)

SET_DEFAULT_TENANT_OF_MEMBER = Query(
    UUID,
    """
    update users u set default_tenant_id = $2, updated_at = $3 where u.id = $1 and exists (
      select from memberships m where m.user_id = u.id and m.tenant_id = $2
    ) returning u.id
    """,
)

SET_DEFAULT_TENANT_IN_FORCE = Query(
    bool,
    """
    update users u set default_tenant_id = $2, updated_at = $3 where u.id = $1 and exists (
      select from memberships_in_force m where m.user_id = u.id and m.tenant_id = $2 and m.until > $3
    ) returning true
    """,
)

# A separate statement: the new membership is visible in the scope of the tenant only from the next statement
# on.
SET_FIRST_TENANT = Command(
    "update users set default_tenant_id = $1 where id = $2 and default_tenant_id is null"
)

# Any tenant can invite a user who never accepts, and is then the default tenant of a new user.
REPLACE_DEFAULT_TENANT = Command(
    """
    update users u set default_tenant_id = $1
    where u.id = $2 and u.default_tenant_id is distinct from $1
      and not exists (
        select from memberships m
        where m.user_id = u.id and m.activated and m.tenant_id <> $1
          and (u.default_tenant_id is null or m.tenant_id = u.default_tenant_id))
      and exists (select from memberships m where m.tenant_id = $1 and m.user_id = u.id)
    """
)

# For the users $1: replace a default tenant that is one of $2 with $3.
REPLACE_DEFAULT_TENANTS = Command(
    """
    update users set default_tenant_id = $3::uuid
    where id = any ($1::uuid[]) and default_tenant_id = any ($2::uuid[])
    """
)

# User $2 gets the default tenant of user $1, unless they have one.
COPY_DEFAULT_TENANT = Command(
    """
    update users u set updated_at = $3, default_tenant_id = coalesce(u.default_tenant_id, (
      select a.default_tenant_id from users a where a.id = $1))
    where u.id = $2
    """
)
