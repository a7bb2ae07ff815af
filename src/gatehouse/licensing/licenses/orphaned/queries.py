"""Statements on licenses of deleted accounts."""

from typing import LiteralString

from gatehouse.kit.db import Query
from gatehouse.licensing.licenses.orphaned.models import DueLicense, LeftOpen

# Also one that the vendor had revoked before, which may be charged for still, and one that a purchase has
# taken over since.
_IS_LEFT_OPEN: LiteralString = """
  t.deleted_at is not null
  and (l.revoked_at is null or l.revoked_at < t.deleted_at or exists (
    select from license_subscriptions s where s.tenant_id = l.tenant_id and s.license_id = l.id
      and s.replaced_at is null and s.linked_at > l.revoked_at))
"""
DUE = Query(
    DueLicense,
    f"""
    select t.deleted_at as due_at, l.id, l.tenant_id from licenses l join tenants t on t.id = l.tenant_id
    where {_IS_LEFT_OPEN} and (t.deleted_at, l.id) > ($1, $2)
    order by t.deleted_at, l.id limit $3
    """,
)
# Once, whichever worker looks at the same moment. A trial there has ended, and no mail says so.
TAKE_BACK = Query(
    LeftOpen,
    f"""
    with left_open as (
      select l.id, l.tenant_id from licenses l join tenants t on t.id = l.tenant_id
      where l.tenant_id = $2 and l.id = $3 and {_IS_LEFT_OPEN}
      for update of l skip locked
    ), freed as (
      delete from license_seats s using left_open o
      where s.tenant_id = o.tenant_id and s.license_id = o.id
    )
    update licenses l
    set revoked_at = $1, trial_ended_at = coalesce(l.trial_ended_at, $1), updated_at = $1
    from left_open o where l.tenant_id = o.tenant_id and l.id = o.id
    returning l.id, case when l.billing_status is distinct from 'canceled'
      then l.provider_subscription_id end as subscription_id
    """,
)
