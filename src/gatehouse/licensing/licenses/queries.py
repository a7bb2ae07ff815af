"""Statements on licenses."""

from typing import Final

from gatehouse.kit.db import Query
from gatehouse.licensing.licenses.models import ListedLicense

# The key leaves the database only for a caller who may see it.
_LICENSES: Final = """
    select l.id, l.name, l.license_type, l.is_trial, l.max_seats,
      (select count(*) from license_seats s where s.tenant_id = $1 and s.license_id = l.id)
        as used_seats,
      case when $2 then l.key end as key, l.fingerprint, l.valid_to,
      case when l.is_trial then greatest(0,
        (l.valid_to at time zone 'UTC')::date - ($3::timestamptz at time zone 'UTC')::date)
      end as days_left,
      l.cycle, l.billing_status, l.status_at, l.deactivation_at, l.next_payment_at, l.is_past_due
    from licenses l
    where l.tenant_id = $1
"""

LICENSES = Query(ListedLicense, _LICENSES + " order by l.created_at, l.id")
LICENSE = Query(ListedLicense, _LICENSES + " and l.id = $4")
