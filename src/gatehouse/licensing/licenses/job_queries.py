"""Statements of the jobs: billing dates, trials that end, licenses of deleted accounts."""

from typing import LiteralString

from gatehouse.kit.db import Query
from gatehouse.licensing.licenses.models import (
    DueLicense,
    EndedTrial,
    ResetLicense,
)

DUE_RESETS = Query(
    DueLicense,
    """
    select seats_due_at as due_at, id, tenant_id from licenses
    where seats_due_at <= $1 and (seats_due_at, id) > ($2, $3)
    order by seats_due_at, id limit $4
    """,
)
# SKIP LOCKED: each license is reset once, even with concurrent workers. A tool that was seen since then keeps
# its seat; leases expire by themselves. The next date is the one that the payment provider has named by now.
RESET_SEATS = Query(
    ResetLicense,
    """
    with due as (
      select id, tenant_id, seats_due_at from licenses
      where tenant_id = $2 and id = $3 and seats_due_at <= $1 for update skip locked
    ), freed as (
      delete from license_seats s using due
      where s.tenant_id = due.tenant_id and s.license_id = due.id and s.lease_until is null
        and s.last_seen_at < due.seats_due_at
      returning s.license_id
    )
    update licenses l set seats_due_at = case when l.next_payment_at > $1 then l.next_payment_at end
    from due where l.tenant_id = due.tenant_id and l.id = due.id
    returning l.id, l.tenant_id, l.name,
      (select count(*) from freed where freed.license_id = l.id)::int as seats
    """,
)

_IS_OVER: LiteralString = """
  is_trial and trial_ended_at is null and valid_to < $1
  and (extended_until is null or extended_until < $1)
"""
DUE_TRIALS = Query(
    DueLicense,
    f"""
    select valid_to as due_at, id, tenant_id from licenses
    where {_IS_OVER} and (valid_to, id) > ($2, $3)
      and exists (select from tenants t where t.id = licenses.tenant_id and t.deleted_at is null)
    order by valid_to, id limit $4
    """,
)
# Each is claimed once, whichever worker looks at the same moment.
END_TRIAL = Query(
    EndedTrial,
    f"""
    with over as (
      select id from licenses where tenant_id = $2 and id = $3 and {_IS_OVER} for update skip locked
    )
    update licenses l set trial_ended_at = $1, updated_at = $1
    from over, organizations o
    where l.tenant_id = $2 and l.id = over.id and o.tenant_id = l.tenant_id and o.id = l.organization_id
    returning l.id, l.tenant_id, l.name, o.billing_email
    """,
)

# Also one that the vendor had revoked before, which may be charged for still, and one that a purchase has
# taken over since.
_IS_LEFT_OPEN: LiteralString = """
  t.deleted_at is not null
  and (l.revoked_at is null or l.revoked_at < t.deleted_at or exists (
    select from license_subscriptions s where s.tenant_id = l.tenant_id and s.license_id = l.id
      and s.replaced_at is null and s.linked_at > l.revoked_at))
"""

DUE_REVOCATIONS = Query(
    DueLicense,
    f"""
    select t.deleted_at as due_at, l.id, l.tenant_id from licenses l join tenants t on t.id = l.tenant_id
    where {_IS_LEFT_OPEN} and t.deleted_at <= $1 and (t.deleted_at, l.id) > ($2, $3)
    order by t.deleted_at, l.id limit $4
    """,
)
# Once, whichever worker looks at the same moment. A trial there has ended, and no mail says so. Returned: a
# subscription that may still be charged for.
REVOKE = Query(
    str,
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
    returning case when l.billing_status is distinct from 'canceled'
      then l.provider_subscription_id end as subscription_id
    """,
)
