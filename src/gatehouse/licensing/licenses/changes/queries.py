"""Statements that change a license. Claiming a seat locks the license's row, too."""

from uuid import UUID

from gatehouse.kit.db import Command, Query
from gatehouse.licensing.licenses.changes.models import LockedSeats, SeatUse

LOCK_LICENSE = Query(
    LockedSeats,
    """
    select held_seats from licenses
    where tenant_id = $1 and id = $2 for update
    """,
)
# A statement of its own: it must see the seats that were claimed while the lock was awaited.
SEAT_USE = Query(
    SeatUse,
    """
    select
      (select count(*) from license_seats where tenant_id = $1 and license_id = $2
        and kind <> 'ci' and (lease_until is null or lease_until > $3))::integer as used,
      array(select holder from license_seats where tenant_id = $1 and license_id = $2
        and kind <> 'ci' and (lease_until is null or lease_until > $3)
        order by claimed_at, id limit 5) as holders
    from licenses l where l.tenant_id = $1 and l.id = $2
    """,
)
# One at a time; a turn that was never given back ends by itself.
START_SEAT_HOLD = Query(
    UUID,
    """
    update licenses set held_until = $3
    where tenant_id = $1 and id = $2 and (held_until is null or held_until <= $4) returning id
    """,
)
HOLD_SEATS = Command(
    "update licenses set held_seats = $3, held_until = $4 where tenant_id = $1 and id = $2"
)
# Releases only the caller's own hold: a change that started after this hold expired has set another time.
RELEASE_SEAT_HOLD = Command(
    """
    update licenses set held_seats = null, held_until = null
    where tenant_id = $1 and id = $2 and held_until = $3
    """,
)
DISCOUNT_WAS_USED = Query(
    bool,
    """
    select exists(select from license_discounts
      where tenant_id = $1 and license_id = $2 and discount_id = $3) as used
    """,
)
RENAME_LICENSE = Command(
    """
    update licenses set name = $3, updated_at = $4
    where tenant_id = $1 and id = $2 and name is distinct from $3
    """,
)
