"""Statements of users on licenses, and on the recent authentication that seeing a key requires."""

from typing import LiteralString
from uuid import UUID

from gatehouse.access.single_statement_reads import (
    compose_authorized_select,
    compose_permission_condition,
)
from gatehouse.kit.db import Command, Query
from gatehouse.kit.db.as_json import instant_as_json


def recent_authentication_condition(session: LiteralString, now: LiteralString) -> LiteralString:
    """Whether whose session it is signed in within the hour, with two factors if they have a second one."""
    return f"""exists (
      select from sessions s join users u on u.id = s.user_id
      where s.id = {session} and s.auth_time >= {now}::timestamptz - interval '1 hour'
        and (not u.mfa_enrolled or ('mfa' = any(s.amr) and s.amr && '{{otp,sms,hwk}}'))
    )"""


HAS_RECENT_AUTHENTICATION = Query(
    bool, f"select {recent_authentication_condition('$1::uuid', '$2')} as is_recent"
)
HAS_FACTOR = Query(bool, "select mfa_enrolled from users where id = $1")


def select_used_seats(now: LiteralString) -> LiteralString:
    """How many seats of `l` are held at this time; runs in CI take none."""
    return f"""
      (select count(*) from license_seats s
        where s.tenant_id = l.tenant_id and s.license_id = l.id and s.kind <> 'ci'
          and (s.lease_until is null or s.lease_until > {now}::timestamptz))
    """


# The newest key of `l`; it leaves the database sealed.
_KEY: LiteralString = """
  left join lateral (
    select k.id, k.sealed_key from license_keys k
    where k.tenant_id = l.tenant_id and k.license_id = l.id order by k.created_at desc limit 1
  ) key on true
"""

_AHEAD: LiteralString = f"""
  'deactivationAt', {instant_as_json("l.deactivation_at")}, 'pauseAt', {instant_as_json("l.pauses_at")}
"""


def _select_days_left(now: LiteralString) -> LiteralString:
    return f"""
      case when l.is_trial and not {_has_ended_condition(now)} then
        (gatehouse_license_until(l) at time zone 'UTC')::date - ({now}::timestamptz at time zone 'UTC')::date
      end
    """


def _has_ended_condition(now: LiteralString) -> LiteralString:
    return f"coalesce(gatehouse_license_until(l) < {now}::timestamptz, false)"


_STANDING: LiteralString = """
  case when l.revoked_at is not null then 'revoked' when l.suspended_at is not null then 'suspended' end
"""

# `LicenseOut` of license `l` at $4. The key leaves the database sealed, and only where `keys.seen`.
_LICENSE_JSON: LiteralString = f"""
  json_strip_nulls(json_build_object(
    'id', l.id, 'name', l.name, 'licenseType', l.license_type, 'isTrial', l.is_trial,
    'maxSeats', l.max_seats, 'usedSeats', {select_used_seats("$4")},
    'key', case when keys.seen then l.key end,
    'keyId', case when keys.seen then key.id end,
    'sealedKey', case when keys.seen then encode(key.sealed_key, 'base64') end,
    'fingerprint', l.fingerprint,
    'validTo', {instant_as_json("gatehouse_license_until(l)")}, 'daysLeft', {_select_days_left("$4")},
    'isOver', {_has_ended_condition("$4")}, 'standing', {_STANDING},
    'billing', case when l.billing_status is not null then json_build_object(
      'priceId', l.price_id, 'cycle', l.cycle,
      'status', case
        when l.billing_status = 'active' or l.status_at is null then json_build_object(
          'type', 'active', {_AHEAD})
        else json_build_object('type', l.billing_status, 'at', {instant_as_json("l.status_at")}, {_AHEAD})
      end,
      'nextPayment', {instant_as_json("l.next_payment_at")}, 'isPastDue', l.is_past_due,
      'scheduledSeats', case when l.next_seats is not null then json_build_object(
        'maxSeats', l.next_seats, 'at', {instant_as_json("l.next_seats_at")}) end
    ) end
  ))::text
"""

# `reveal_keys` opens the keys.
LICENSES = Query(
    str,
    compose_authorized_select(f"""
    select '[' || coalesce(string_agg({_LICENSE_JSON}, ',' order by l.created_at, l.id), '') || ']'
    from licenses l cross join (
      select {compose_permission_condition("$6::text")}
        and {recent_authentication_condition("$1::uuid", "$4")} as seen
    ) keys {_KEY}
    where l.tenant_id = $3
    """),
)
# $3: whether the caller may see the key.
LICENSE = Query(
    str,
    f"""
    select {_LICENSE_JSON} as license
    from licenses l cross join (select $3::bool as seen) keys {_KEY}
    where l.tenant_id = $1 and l.id = $2
    """,
)
NAMED = Query(
    UUID, "select id from licenses where tenant_id = $1 and (id = $2 or fingerprint = $3)"
)

ADD_TRIAL_LICENSE = Command(
    """
    with added as (
      insert into licenses (id, tenant_id, organization_id, name, license_type, is_trial, max_seats,
        fingerprint, valid_to, created_at, updated_at)
      values ($1, $2, $3, $4, 'trial', true, $5, $6, $7, $8, $8)
      returning id, tenant_id
    )
    insert into license_keys (id, tenant_id, license_id, key_hash, sealed_key, created_at)
    select $9, tenant_id, id, $10, $11, $8 from added
    """
)
