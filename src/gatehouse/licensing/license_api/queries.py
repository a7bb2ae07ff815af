"""Rows about tools and their seats."""

from dataclasses import dataclass
from datetime import datetime

from gatehouse.kit.db import Command, Query
from gatehouse.kit.db.as_json import instant_as_json
from gatehouse.licensing.licenses.models import LicenseIds
from gatehouse.licensing.licenses.queries import select_used_seats


@dataclass(frozen=True, slots=True)
class KeyOwner(LicenseIds):
    """The license that a key opens."""


@dataclass(frozen=True, slots=True)
class ClaimableLicense:
    """`seats`: how many may be claimed, which is fewer than are paid while a reduction is under way."""

    code: str
    name: str
    seats: int


@dataclass(frozen=True, slots=True)
class FiledLicense:
    """What a license file says. `ends_at`: when it will end, or pause, although it is in force."""

    code: str
    fingerprint: str
    name: str
    customer: str
    license_type: str
    is_trial: bool
    max_seats: int
    valid_to: datetime | None
    ends_at: datetime | None
    has_seat: bool


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
          'isTrial', l.is_trial, 'maxSeats', l.max_seats, 'usedSeats', {select_used_seats("$2")},
          'validTo', {instant_as_json("gatehouse_license_until(l)")}),
        'serverTime', {instant_as_json("$2::timestamptz")})::text
      from licenses l cross join lateral (
        select case
          when gatehouse_license_code(l, $2) = 'VALID' and $3::text is not null and not exists (
            select from license_seats s
            where s.tenant_id = k.tenant_id and s.license_id = l.id and s.holder = $3
              and s.kind = coalesce($4::text, s.kind) and (s.lease_until is null or s.lease_until > $2))
          then 'NO_SEAT' else gatehouse_license_code(l, $2) end as code
        offset 0  -- evaluated once, although the answer has it twice
      ) decided
      where l.tenant_id = k.tenant_id and l.id = k.license_id
    ) end as answer
    from license_keys k where k.key_hash = $1 and (k.valid_until is null or k.valid_until > $2)
    """,
)

LOCK_LICENSE = Query(
    ClaimableLicense,
    """
    select gatehouse_license_code(l, $3) as code, l.name,
      least(l.max_seats, coalesce(l.held_seats, l.max_seats)) as seats
    from licenses l where l.tenant_id = $1 and l.id = $2 for update
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
