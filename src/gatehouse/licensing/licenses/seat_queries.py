"""Statements on held seats. A seat whose lease has expired is free. A claim locks the row of its license."""

from typing import LiteralString
from uuid import UUID

from gatehouse.kit.db import Command, Query
from gatehouse.licensing.license_api.schemas import SeatOut
from gatehouse.licensing.licenses import models
from gatehouse.licensing.licenses.schemas import HeldSeatOut

_HELD_OF_LICENSE: LiteralString = """
  from license_seats where tenant_id = $1 and license_id = $2
    and (lease_until is null or lease_until > $3)
"""

# Who was seen last comes first; runs in CI, which take no seat, after all others.
HELD_SEATS = Query(
    HeldSeatOut,
    f"""
    select id, kind, holder as subject, name, hostname, version, claimed_at, last_seen_at, lease_until
    {_HELD_OF_LICENSE} order by kind = 'ci', last_seen_at desc, id limit $4 offset $5
    """,
)

COUNT_HELD = Query(int, f"select count(*) {_HELD_OF_LICENSE}")
FREE_SEAT = Query(
    models.FreedSeat,
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
    SeatOut,
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
    SeatOut,
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

HEARTBEAT = Query(
    models.Beat, "select is_known, lease_until from gatehouse_heartbeat($1, $2, $3, $4, $5)"
)

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

# Tools choose the name of a seat's holder: a seat is a user's when the name is the user's id or address.
# $1: tenants, $2 and $3: ids of the removed and the remaining user, $4 and $5: all addresses of each,
# $6: the first address of the remaining user.
_HELD_BY_USER: LiteralString = """
  select s.id, s.tenant_id, s.license_id, s.lease_until,
    s.holder = $2::text or lower(s.holder) = any ($4::text[]) as was_theirs,
    case when s.holder in ($2, $3::text) then $3 else $6::text end as heir
  from license_seats s
  where s.tenant_id = any ($1::uuid[]) and s.kind = 'user'
    and (s.holder in ($2, $3) or lower(s.holder) = any ($4 || $5::text[]))
"""

# One seat per user: the one that expires last is kept.
FREE_SURPLUS_SEATS = Query(
    models.SurplusSeat,
    f"""
    with ranked as (
      select h.*, row_number() over (
        partition by h.license_id, h.heir
        order by coalesce(h.lease_until, 'infinity') desc, h.was_theirs, h.id
      ) as place, bool_or(h.was_theirs) over (partition by h.license_id, h.heir) as concerned
      from ({_HELD_BY_USER}) h
    )
    delete from license_seats s using ranked r
    where s.tenant_id = r.tenant_id and s.id = r.id and r.place > 1 and r.concerned
    returning s.tenant_id, s.license_id, s.holder
    """,
)

MOVE_SEATS = Command(
    f"""
    update license_seats s set holder = h.heir from ({_HELD_BY_USER}) h
    where s.tenant_id = h.tenant_id and s.id = h.id and h.was_theirs
    """
)

# Tools spell holders as they like. Under row-level security no index of `lower(holder)` would be used, so all
# seats are read, twice for each erasure.
FREE_SEATS_OF_USER = Query(
    models.ErasedSeat,
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

# While fewer seats are being asked for, how many may be claimed; else None.
LOCK_LICENSE = Query(
    int,
    """
    select held_seats from licenses
    where tenant_id = $1 and id = $2 for update
    """,
)
# A statement of its own: it must see the seats that were claimed while the lock was awaited.
SEAT_USE = Query(
    models.SeatUse,
    f"""
    select (select count(*) {_HELD_OF_LICENSE} and kind <> 'ci')::integer as used,
      array(
        select holder {_HELD_OF_LICENSE} and kind <> 'ci' order by claimed_at, id limit 5) as holders
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
