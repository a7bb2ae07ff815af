"""Statements on billing dates."""

from gatehouse.kit.db import Query
from gatehouse.licensing.licenses.seat_resets.models import DueReset, ResetLicense

DUE = Query(
    DueReset,
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
