"""Statements of users on licenses, and on the recent authentication that seeing a key requires."""

from typing import LiteralString
from uuid import UUID

from gatehouse.kit.db import Command, Query
from gatehouse.licensing.licenses import models

# Whether whose session it is signed in within the hour, with two factors if they have a second one.
HAS_RECENT_AUTHENTICATION = Query(
    bool,
    """
    select exists (
      select from sessions s join users u on u.id = s.user_id
      where s.id = $1::uuid and s.auth_time >= $2::timestamptz - interval '1 hour'
        and (not u.mfa_enrolled or ('mfa' = any(s.amr) and s.amr && '{otp,sms,hwk}'))
    ) as is_recent
    """,
)
HAS_FACTOR = Query(bool, "select mfa_enrolled from users where id = $1")


def select_used_seats(now: LiteralString) -> LiteralString:
    """How many seats of `l` are held at this time; runs in CI take none."""
    return f"""
      (select count(*) from license_seats s
        where s.tenant_id = l.tenant_id and s.license_id = l.id and s.kind <> 'ci'
          and (s.lease_until is null or s.lease_until > {now}::timestamptz))
    """


# What `LicenseOut` needs of license `l`.
_COLUMNS: LiteralString = """
  l.id, l.name, l.license_type, l.is_trial, l.max_seats, l.key, l.fingerprint,
  gatehouse_license_until(l) as valid_to, l.revoked_at, l.suspended_at, l.billing_status, l.price_id, l.cycle,
  l.status_at, l.deactivation_at, l.pauses_at, l.next_payment_at, l.is_past_due, l.next_seats, l.next_seats_at
"""

# The licenses of tenant $1 at the time $2. $3: whether the caller may see keys once it has used MFA ($4), or
# is a user ($5) without MFA. The newest key of each license leaves the database sealed. Seats and keys are
# read once for all licenses.
LICENSES = Query(
    models.StoredLicense,
    f"""
    with keys as materialized (
      select case when $3 and not $4::bool then
        coalesce((select not u.mfa_enrolled from users u where u.id = $5), false) else $3::bool end as seen
    )
    select {_COLUMNS}, coalesce(seats.used, 0) as used_seats, keys.seen as is_key_seen, key.id as key_id,
      key.sealed_key
    from licenses l
    cross join keys
    left join (
      select s.license_id, count(*) as used from license_seats s
      where s.tenant_id = $1 and s.kind <> 'ci' and (s.lease_until is null or s.lease_until > $2)
      group by s.license_id
    ) seats on seats.license_id = l.id
    left join (
      select distinct on (k.license_id) k.license_id, k.id, k.sealed_key from license_keys k
      where k.tenant_id = $1 and (select seen from keys)
      order by k.license_id desc, k.created_at desc
    ) key on key.license_id = l.id
    where l.tenant_id = $1
    order by l.created_at, l.id
    """,
)
# $3: whether the caller may see the key.
LICENSE = Query(
    models.StoredLicense,
    f"""
    select {_COLUMNS}, {select_used_seats("$4")} as used_seats, $3::bool as is_key_seen, key.id as key_id,
      key.sealed_key
    from licenses l
    left join lateral (
      select k.id, k.sealed_key from license_keys k
      where $3 and k.tenant_id = l.tenant_id and k.license_id = l.id order by k.created_at desc limit 1
    ) key on true
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
