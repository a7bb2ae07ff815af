"""Statements of the vendor on licenses. They need the system scope: no tenant sees them all."""

from typing import LiteralString
from uuid import UUID

from gatehouse.kit.db import Command, Query
from gatehouse.kit.db.as_json import instant_as_json
from gatehouse.kit.lists import CAP, ListOf, Source, StatementParts, WordSearch
from gatehouse.licensing.licenses import models
from gatehouse.licensing.licenses.queries import select_used_seats
from gatehouse.licensing.licenses.vendor_schemas import LicenseTimelineEntry

# As the index has it.
_UNTIL: LiteralString = (
    "case when l.valid_to is not null then greatest(l.valid_to, l.extended_until) end"
)

# Also of a license whose subscription the payment provider moved to another customer.
_IS_PAID: LiteralString = (
    "(l.provider_subscription_id is not null or l.moved_subscription_id is not null)"
)

# Of license `l`; $1 is now.
LICENSE_JSON: LiteralString = f"""
  json_strip_nulls(json_build_object(
    'id', l.id, 'fingerprint', l.fingerprint, 'name', l.name,
    'tenantId', l.tenant_id, 'tenantName', t.name, 'organizationName', o.name,
    'licenseType', l.license_type, 'isTrial', l.is_trial,
    'source', case when l.is_trial then 'trial' when {_IS_PAID} then 'paid' else 'issued' end,
    'state', gatehouse_license_code(l, $1), 'maxSeats', l.max_seats, 'usedSeats', {select_used_seats("$1")},
    'validTo', {instant_as_json("gatehouse_license_until(l)")},
    'extendedUntil', {instant_as_json("l.extended_until")},
    'reference', l.reference, 'suspendedAt', {instant_as_json("l.suspended_at")},
    'revokedAt', {instant_as_json("l.revoked_at")}, 'firstContactAt', {instant_as_json("l.first_contact_at")},
    'createdAt', {instant_as_json("l.created_at")},
    'billing', case when l.billing_status is not null then json_build_object(
      'subscriptionId', l.provider_subscription_id, 'status', l.billing_status, 'priceId', l.price_id,
      'cycle', l.cycle, 'isPastDue', l.is_past_due, 'nextPayment', {instant_as_json("l.next_payment_at")},
      'deactivationAt', {instant_as_json("l.deactivation_at")},
      'pauseAt', {instant_as_json("l.pauses_at")}) end
  ))::text
"""
_WHOSE: LiteralString = """
  join tenants t on t.id = l.tenant_id
  join organizations o on o.tenant_id = l.tenant_id and o.id = l.organization_id
"""
LICENSE = Query(
    str, f"select {LICENSE_JSON} as text from licenses l {_WHOSE} where l.fingerprint = $2"
)

OWNED_LICENSE = Query(
    models.OwnedLicense, "select id, tenant_id from licenses where fingerprint = $1"
)

# A join would read every license of every tenant, independent of the list's order.
_THERE: LiteralString = (
    "l.tenant_id not in (select tenant_id from tenants where deleted_at is not null)"
)

_HAVE: LiteralString = """
  (l.name ilike $?::text
    or l.tenant_id in (select tenant_id from tenants where name ilike $?::text))
"""


def _page_statement(parts: StatementParts) -> LiteralString:
    return f"""
      with {parts.found} total as materialized (select {parts.total} as n),
      page as materialized ({parts.page})
      select '[' || coalesce((
        select string_agg(one.text, ',' order by {parts.order}) from (
          select page.*, (select {LICENSE_JSON} from licenses l {_WHOSE} where l.id = page.id) as text
          from page
        ) one
      ), '') || ']' as items, (select n from total) as total
    """


# Those of accounts that are not deleted, at the time `$1`. Words are a pattern, which the name has, or the
# account's.
LICENSES = ListOf(
    models.LicensePage,
    _page_statement,
    parameters=1,
    columns="l.id",
    sources=[Source("licenses l", _THERE)],
    sorts={"name": "lower(l.name)", "createdAt": "l.created_at", "validTo": _UNTIL},
    tie="l.id",
    words=WordSearch(f"gatehouse_find_licenses($?::text, {CAP})", _HAVE),
    conditions={
        "fingerprint": "l.fingerprint = $?::text",
        "reference": "l.reference = $?::text",
        "tenant": "l.tenant_id = $?::uuid",
        "state": "gatehouse_license_code(l, $1) = $?::text",
        # What a state cannot be without, as an index has it.
        "suspended": "l.suspended_at is not null and $?::bool",
        "revoked": "l.revoked_at is not null and $?::bool",
        "paid": f"{_IS_PAID} and $?::bool",
        "source": f"""
          $?::text = case when l.is_trial then 'trial' when {_IS_PAID} then 'paid' else 'issued' end
        """,
        "ends_before": f"{_UNTIL} < $?::timestamptz",
    },
)

# Of the account's newest 5,000 entries, and of the events of each subscription that the license has had.
TIMELINE = Query(
    LicenseTimelineEntry,
    """
    select * from (
      select a.created_at as at, 'audit' as kind, a.action as name, a.description as text,
        a.actor_email as actor, a.data as json_, null::timestamptz as occurred_at,
        null::integer as deliveries, null::integer as attempts
      from (
        select created_at, action, description, actor_email, data from audits
        where tenant_id = $1 and created_at < $3 order by created_at desc, id desc limit 5000
      ) a
      where a.data ->> 'license_id' = $2::uuid::text
      union all
      (
        select e.received_at, 'payment', e.type, coalesce(e.outcome, e.last_error), null, null, e.occurred_at,
          e.deliveries, e.attempts
        from license_subscriptions s join provider_events e on e.subscription_id = s.id
        where s.tenant_id = $1 and s.license_id = $2 and e.received_at < $3
        order by e.received_at desc limit $4
      )
    ) entries
    order by at desc, name limit $4
    """,
)

LOCK_LICENSE = Query(
    models.LockedLicense,
    """
    select id, tenant_id, name, max_seats, provider_subscription_id is not null as is_billed
    from licenses where fingerprint = $1 for no key update
    """,
)
# A statement of its own: it must see the seats that were claimed while the lock was awaited.
USED_SEATS = Query(
    int,
    f"select {select_used_seats('$3')} as used_seats from licenses l where l.tenant_id = $1 and l.id = $2",
)
TAKEN = Query(
    models.ExistingLicense,
    """
    select exists(select from licenses where reference = $1) as reference,
      exists(select from license_keys where key_hash = $2) as key
    """,
)

# Whether another license has the reference or the key.
ADD_ISSUED_LICENSE = Query(
    models.ExistingLicense,
    """
    with added as (
      insert into licenses (id, tenant_id, organization_id, name, license_type, is_trial, max_seats,
        fingerprint, valid_to, reference, created_at, updated_at)
      values ($1, $2, $3, $4, $5, false, $6, $7, $8, $9, $10, $10)
      on conflict (reference) where reference is not null do nothing
      returning id, tenant_id
    ), keyed as (
      insert into license_keys (id, tenant_id, license_id, key_hash, sealed_key, created_at)
      select $11, tenant_id, id, $12, $13, $10 from added
      on conflict (key_hash) do nothing returning id
    )
    select not exists(select from added) as reference, not exists(select from keyed) as key
    """,
)

EXTEND_LICENSE = Command(
    """
    update licenses set extended_until = $3, updated_at = $4,
      trial_ended_at = case when valid_to is null or greatest(valid_to, $3) >= $4 then null
        else trial_ended_at end
    where tenant_id = $1 and id = $2
    """
)
SET_SEATS = Command(
    "update licenses set max_seats = $3, updated_at = $4 where tenant_id = $1 and id = $2"
)
# A line of a table is taken whole or not at all.
BEGIN_LINE = Command("savepoint line")
UNDO_LINE = Command("rollback to savepoint line")
END_LINE = Command("release savepoint line")
# Before: what is claimed meanwhile is seen, and freed, by the next statement.
LOCK_FINGERPRINT = Query(UUID, "select tenant_id from licenses where fingerprint = $1 for update")
# $2: suspended since, $3: revoked since; null is neither. Its seats are freed when it may not be used.
SET_STANDING = Query(
    models.NamedLicense,
    """
    with changed as (
      update licenses set suspended_at = $2, revoked_at = $3, updated_at = $4
      where fingerprint = $1 returning id, tenant_id, name
    ), freed as (
      delete from license_seats s using changed c
      where s.tenant_id = c.tenant_id and s.license_id = c.id
        and coalesce($2::timestamptz, $3) is not null
    )
    select id, tenant_id, name from changed
    """,
)
