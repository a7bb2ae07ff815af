"""Statements on held seats. A seat whose lease has expired is free."""

from typing import LiteralString

from gatehouse.kit.db import Command, Query
from gatehouse.licensing.licenses.seats.models import Beat, FreedSeat, HeldSeat, Seat

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

# The seat that this holder has already, for another lease of this use. $7 to $9: what is known of the tool;
# $10: the use. Of more uses than $11 those that end first are dropped, so that the row stays small.
RENEW_SEAT = Query(
    Seat,
    """
    update license_seats set last_seen_at = $5, lease_until = greatest(lease_until, $6),
      name = coalesce($7, name), hostname = coalesce($8, hostname), version = coalesce($9, version),
      uses = (
        select jsonb_object_agg(kept.key, kept.value) from (
          select u.key, u.value from jsonb_each(gatehouse_live_uses(uses, lease_until, $5)
            || jsonb_build_object($10::text, extract(epoch from $6::timestamptz))) u
          order by u.key = $10 desc, u.value::numeric desc limit $11
        ) kept)
    where tenant_id = $1 and license_id = $2 and kind = $3 and holder = $4
      and (lease_until is null or lease_until > $5)
    returning id, holder as subject, lease_until
    """,
)

# Statements of their own, after the lock: they see what was claimed while it was awaited.
DELETE_LAPSED_SEATS = Command(
    """
    delete from license_seats s using licenses l
    where s.tenant_id = $1 and s.license_id = $2 and l.tenant_id = $1 and l.id = $2
      and (s.lease_until <= $3 or (s.lease_until is null and l.seats_due_at <= $3
        and s.last_seen_at < l.seats_due_at))
    """
)

COUNT_SEATS = Query(
    int,
    """
    select count(*) from license_seats
    where tenant_id = $1 and license_id = $2 and (kind = 'ci') = $3
    """,
)

ADD_SEAT = Query(
    Seat,
    """
    with contact as (
      update licenses set first_contact_at = $5
      where tenant_id = $1 and id = $2 and first_contact_at is null
    )
    insert into license_seats (id, tenant_id, license_id, kind, holder, claimed_at, last_seen_at,
      lease_until, name, hostname, version, uses)
    values ($11, $1, $2, $3, $4, $5, $5, $6, $7, $8, $9,
      jsonb_build_object($10::text, extract(epoch from $6::timestamptz)))
    returning id, holder as subject, lease_until
    """,
)

HEARTBEAT = Query(Beat, "select is_known, lease_until from gatehouse_heartbeat($1, $2, $3, $4, $5)")

# $4: the use that has ended, $5: now. True when no other is left; else the seat lasts as long as the others.
END_SEAT_USE = Query(
    bool,
    """
    update license_seats s set uses = left_over.uses, lease_until = (
      select to_timestamp(max(u.value::double precision)) from jsonb_each(left_over.uses) u)
    from (
      select id, gatehouse_live_uses(uses, lease_until, $5) - $4::text as uses from license_seats
      where tenant_id = $1 and license_id = $2 and id = $3 for update
    ) left_over
    where s.tenant_id = $1 and s.license_id = $2 and s.id = left_over.id
    returning s.uses = '{}' as is_free
    """,
)

RELEASE_SEAT = Query(
    str,
    """
    delete from license_seats where tenant_id = $1 and license_id = $2 and id = $3
    returning holder
    """,
)

# The most recently seen holders keep their seats. Returns how many seats were freed.
FREE_SEATS_BEYOND = Query(
    int,
    """
    with beyond as (
      select id from license_seats
      where tenant_id = $1 and license_id = $2 and kind <> 'ci'
        and (lease_until is null or lease_until > $4)
      order by last_seen_at desc, id offset $3::int
    ), freed as (
      delete from license_seats where tenant_id = $1 and id in (select id from beyond) returning id
    )
    select count(*)::int as seats from freed
    """,
)

FREE_ALL_SEATS = Command("delete from license_seats where tenant_id = $1 and license_id = $2")
