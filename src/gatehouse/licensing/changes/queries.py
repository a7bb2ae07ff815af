"""Statements that change a license. Whoever claims a seat locks the license's row too."""

from gatehouse.kit.db import Command, Query
from gatehouse.licensing.changes.models import SeatUse

LOCK_LICENSE = Query(
    int, "select max_seats from licenses where tenant_id = $1 and id = $2 for update"
)
# A statement of its own: it must see the seats that were claimed while the lock was awaited.
SEAT_USE = Query(
    SeatUse,
    """
    select l.max_seats,
      (select count(*) from license_seats where tenant_id = $1 and license_id = $2)::integer as used,
      array(select holder from license_seats where tenant_id = $1 and license_id = $2
        order by claimed_at, id limit 5) as holders
    from licenses l where l.tenant_id = $1 and l.id = $2
    """,
)
SET_SEATS = Command(
    """
    update licenses set max_seats = $4, updated_at = $5
    where tenant_id = $1 and id = $2 and max_seats = $3
    """,
)
RENAME = Command(
    """
    update licenses set name = $3, updated_at = $4
    where tenant_id = $1 and id = $2 and name is distinct from $3
    """,
)
