"""Statements on the seats that a user holds in any tenant, under any of their names."""

from typing import LiteralString

from gatehouse.kit.db import Command, Query
from gatehouse.licensing.licenses.seats.models import ErasedSeat, SurplusSeat

# Tools choose the name of a seat's holder: a seat is a user's when the name is the user's id or address.
# $1: tenants, $2 and $3: ids of the removed and the remaining user, $4 and $5: all addresses of each,
# $6: the first address of the remaining user.
_HELD: LiteralString = """
  select s.id, s.tenant_id, s.license_id, s.lease_until,
    s.holder = $2::text or lower(s.holder) = any ($4::text[]) as was_theirs,
    case when s.holder in ($2, $3::text) then $3 else $6::text end as heir
  from license_seats s
  where s.tenant_id = any ($1::uuid[]) and s.kind = 'user'
    and (s.holder in ($2, $3) or lower(s.holder) = any ($4 || $5::text[]))
"""

# One seat per user: the one that expires last is kept.
FREE_SURPLUS_SEATS = Query(
    SurplusSeat,
    f"""
    with ranked as (
      select h.*, row_number() over (
        partition by h.license_id, h.heir
        order by coalesce(h.lease_until, 'infinity') desc, h.was_theirs, h.id
      ) as place, bool_or(h.was_theirs) over (partition by h.license_id, h.heir) as concerned
      from ({_HELD}) h
    )
    delete from license_seats s using ranked r
    where s.tenant_id = r.tenant_id and s.id = r.id and r.place > 1 and r.concerned
    returning s.tenant_id, s.license_id, s.holder
    """,
)

MOVE_SEATS = Command(
    f"""
    update license_seats s set holder = h.heir from ({_HELD}) h
    where s.tenant_id = h.tenant_id and s.id = h.id and h.was_theirs
    """
)

# Tools spell holders as they like. Under row-level security no index of `lower(holder)` would be used, so all
# seats are read, twice for each erasure.
FREE_SEATS_OF_USER = Query(
    ErasedSeat,
    """
    with freed as (
      delete from license_seats
      where lower(holder) = any ($1::text[]) and claimed_at < $2
      returning tenant_id, license_id
    )
    select f.tenant_id, f.license_id, l.name as license_name
    from freed f join licenses l on l.tenant_id = f.tenant_id and l.id = f.license_id
    """,
)
