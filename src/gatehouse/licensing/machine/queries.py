"""Statements of tools. The key is looked up among all; what follows sees its tenant alone (ADR 14)."""

from datetime import datetime

from gatehouse.kit.db import Command, Query
from gatehouse.kit.db.as_json import instant
from gatehouse.licensing.licenses.queries import used_seats
from gatehouse.licensing.machine.models import Beat, FiledLicense, KeyOwner, LockedLicense, Seat

OWNER = Query(
    KeyOwner,
    """
    select tenant_id, license_id from license_keys
    where key_hash = $1 and (valid_until is null or valid_until > $2)
    """,
)

# The answer as JSON, in one message: `case` narrows the scope before the license is read. $1: hash, $2: now,
# $3 and $4: subject and kind, if a seat is asked for too. No row: the key is unknown.
VALIDATE = Query(
    str,
    f"""
    select case when set_config('gatehouse.scope', '{{' || k.tenant_id || '}}', true) <> '' then (
      select json_build_object(
        'valid', decided.code = 'VALID', 'code', decided.code,
        'license', json_build_object(
          'fingerprint', l.fingerprint, 'name', l.name, 'licenseType', l.license_type,
          'isTrial', l.is_trial, 'maxSeats', l.max_seats, 'usedSeats', {used_seats("$2")},
          'validTo', {instant("gatehouse_license_until(l)")}),
        'serverTime', {instant("$2::timestamptz")})::text
      from licenses l cross join lateral (
        select case
          when gatehouse_license_code(l, $2) = 'VALID' and $3::text is not null and not exists (
            select from license_seats s
            where s.tenant_id = k.tenant_id and s.license_id = l.id and s.holder = $3
              and s.kind = coalesce($4::text, s.kind) and (s.lease_until is null or s.lease_until > $2))
          then 'NO_SEAT' else gatehouse_license_code(l, $2) end as code
      ) decided
      where l.tenant_id = k.tenant_id and l.id = k.license_id
    ) end as answer
    from license_keys k where k.key_hash = $1 and (k.valid_until is null or k.valid_until > $2)
    """,
)

LOCK_LICENSE = Query(
    LockedLicense,
    """
    select gatehouse_license_code(l, $3) as code, l.name,
      least(l.max_seats, coalesce(l.held_seats, l.max_seats)) as seats
    from licenses l where l.tenant_id = $1 and l.id = $2 for update
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
FORGET_LAPSED = Command(
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
END_USE = Query(
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
FREE_SEAT = Query(
    str,
    """
    delete from license_seats where tenant_id = $1 and license_id = $2 and id = $3
    returning holder
    """,
)
# Each event once, by the id that the tool gave it.
KEEP_USAGE = Command(
    """
    insert into license_usage (tenant_id, license_id, id, type, subject, at, seconds, version,
      received_at)
    select $1, $2, e.id, e.type, e.subject, least(e.at, $3), e.seconds, e.version, $3
    from unnest($4::text[], $5::text[], $6::text[], $7::timestamptz[], $8::integer[], $9::text[])
      as e (id, type, subject, at, seconds, version)
    on conflict do nothing
    """
)
FORGET_USAGE = Command(
    """
    delete from license_usage where (license_id, id) in (
      select license_id, id from license_usage where received_at < $1 order by received_at limit $2)
    """
)
OLDEST_USAGE = Query(datetime, "select min(received_at) as received_at from license_usage")
FILED = Query(
    FiledLicense,
    """
    select gatehouse_license_code(l, $3) as code, l.fingerprint, l.name, o.name as customer,
      l.license_type, l.is_trial, l.max_seats, gatehouse_license_until(l) as valid_to,
      case when least(l.deactivation_at, l.pauses_at) is not null
        then greatest(least(l.deactivation_at, l.pauses_at), l.extended_until) end as ends_at,
      exists (select from license_seats s where s.tenant_id = $1 and s.license_id = l.id
        and s.holder = $4 and (s.lease_until is null or s.lease_until > $3)) as has_seat
    from licenses l join organizations o on o.tenant_id = $1 and o.id = l.organization_id
    where l.tenant_id = $1 and l.id = $2
    """,
)
