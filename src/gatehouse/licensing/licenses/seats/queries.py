"""Statements on held seats. A seat whose lease has lapsed is held by nobody."""

from typing import LiteralString

from gatehouse.kit.db import Query
from gatehouse.licensing.licenses.seats.models import FreedSeat, HeldSeat

_HELD: LiteralString = """
  from license_seats where tenant_id = $1 and license_id = $2
    and (lease_until is null or lease_until > $3)
"""

# Who was seen last comes first; runs in CI, which take no seat, after all others.
HELD_SEATS = Query(
    HeldSeat,
    f"""
    select id, kind, holder as subject, name, hostname, version, claimed_at, last_seen_at, lease_until
    {_HELD} order by kind = 'ci', last_seen_at desc, id limit $4 offset $5
    """,
)
COUNT_HELD = Query(int, f"select count(*) {_HELD}")
FREE_SEAT = Query(
    FreedSeat,
    """
    with freed as (
      delete from license_seats where tenant_id = $1 and license_id = $2 and id = $3 returning holder
    )
    select freed.holder as subject, l.name as license_name
    from freed join licenses l on l.tenant_id = $1 and l.id = $2
    """,
)
