"""Statements of the vendor on the owner of a role. They need the system scope."""

from gatehouse.directory.roles.tenant_scope.models import OwnedRole
from gatehouse.kit.db import Command, Query

# Locked so that the role cannot be given to a user until the transaction ends.
HELD = Query(
    OwnedRole,
    "select id, tenant_id, key, name, is_first_user_role from roles where id = $1 for update",
)

# Whether role $1 is used outside of tenant $2.
IS_USED_ELSEWHERE = Query(
    bool,
    """
    select exists (select from membership_roles where role_id = $1 and tenant_id <> $2)
      or exists (select from group_roles where role_id = $1 and tenant_id <> $2)
      or exists (select from api_token_roles where role_id = $1 and tenant_id <> $2)
      or exists (select from sso_connection_roles where role_id = $1 and tenant_id <> $2)
      or exists (select from sso_group_roles where role_id = $1 and tenant_id <> $2) as is_used
    """,
)

# Whether a role other than $1 has the key $2 or the name $3 in tenant $4 or as the vendor's; in any tenant if
# $4 is null.
IS_TAKEN = Query(
    bool,
    """
    select exists (
      select from roles where (tenant_id = $4 or tenant_id is null or $4::uuid is null)
        and (key = $2 or lower(name) = lower($3)) and id <> $1
    ) as is_taken
    """,
)

SET = Command(
    """
    with permissions_moved as (
      update role_permissions set tenant_id = $2 where role_id = $1
    )
    update roles set tenant_id = $2, updated_at = $3 where id = $1
    """
)
