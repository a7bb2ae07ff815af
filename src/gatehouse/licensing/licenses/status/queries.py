"""Statements of the vendor: any tenant's license, by its fingerprint."""

from uuid import UUID

from gatehouse.kit.db import Query
from gatehouse.licensing.licenses.status.models import LicenseStatusChange

# Before: what is claimed meanwhile is seen, and freed, by the next statement.
HOLD = Query(UUID, "select tenant_id from licenses where fingerprint = $1 for update")
# $2: suspended since, $3: revoked since; null is neither. Its seats are freed when it may not be used.
SET_STANDING = Query(
    LicenseStatusChange,
    """
    with changed as (
      update licenses set suspended_at = $2, revoked_at = $3, updated_at = $4
      where fingerprint = $1 returning id, tenant_id, name
    ), freed as (
      delete from license_seats s using changed c
      where s.tenant_id = c.tenant_id and s.license_id = c.id
        and coalesce($2::timestamptz, $3) is not null
    )
    select id, tenant_id, name from changed
    """,
)
