"""Statements that activate memberships."""

from uuid import UUID

from gatehouse.kit.db import Command, Query

# Memberships without inviter: the user created the tenant when signing up.
ACTIVATE_OPENED_TENANTS = Query(
    UUID,
    """
    update memberships m set activated = true
    where m.user_id = $1 and m.invited_by is null and not m.activated and not m.is_disabled
      and exists (select from tenants t where t.id = m.tenant_id and t.deleted_at is null)
    returning m.tenant_id
    """,
)

# Memberships that the user created at sign-up, or that the vendor's credentials created, are activated once
# the vendor marks the address verified.
ACTIVATE_UNINVITED = Command(
    """
    update memberships set activated = true
    where user_id = $1 and not activated and not is_disabled
      and (invited_by is null or invited_by in (select id from vendor_credentials))
    """
)
