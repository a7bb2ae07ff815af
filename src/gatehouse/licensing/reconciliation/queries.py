"""Statements on billing discrepancies, and on events of the provider that could not be applied."""

from typing import LiteralString

from gatehouse.kit.db import Command, Query
from gatehouse.licensing.purchases.models import Buyer
from gatehouse.licensing.reconciliation import models
from gatehouse.licensing.reconciliation.schemas import StuckPaymentEvent

BUYER = Query(Buyer, "select id, tenant_id, name from organizations where id = $1")
KEPT = Query(
    models.KeptSubscription,
    """
    select s.id as subscription_id, s.linked_at, s.replaced_at, l.id as license_id, l.billing_status,
      l.max_seats, l.price_id, l.deactivation_at, l.pauses_at, l.provider_updated_at,
      l.provider_occurred_at, l.suspended_at, l.revoked_at
    from licenses l join license_subscriptions s on s.tenant_id = l.tenant_id and s.license_id = l.id
    where l.tenant_id = $1 and l.organization_id = $2
    order by s.linked_at, s.id
    """,
)
# One that is known stays as it is, with its note, unless either side says something else by now; then it is
# another. $3 ids, $4 subscriptions, $5 kinds, $6 licenses, $7 and $8 what each side says; all that are found.
# Returned: what is new.
RECORD = Query(
    str,
    """
    with known as (
      insert into payment_differences as d (id, tenant_id, organization_id, subscription_id, kind, license_id,
        provider, kept, found_at, seen_at)
      select f.id, $1, $2, f.subscription_id, f.kind, f.license_id, f.provider, f.kept, $9, $9
      from unnest($3::uuid[], $4::text[], $5::text[], $6::uuid[], $7::jsonb[], $8::jsonb[])
        as f (id, subscription_id, kind, license_id, provider, kept)
      on conflict (tenant_id, subscription_id, kind) where resolved_at is null do update set
        seen_at = excluded.seen_at, license_id = excluded.license_id,
        provider = excluded.provider, kept = excluded.kept,
        found_at = case when (d.provider, d.kept) = (excluded.provider, excluded.kept)
          then d.found_at else excluded.found_at end,
        note = case when (d.provider, d.kept) = (excluded.provider, excluded.kept) then d.note end,
        noted_by = case when (d.provider, d.kept) = (excluded.provider, excluded.kept) then d.noted_by end,
        noted_at = case when (d.provider, d.kept) = (excluded.provider, excluded.kept) then d.noted_at end
      returning subscription_id, kind, found_at
    )
    select subscription_id || ' ' || kind as named from known where found_at = $9
    """,
)
# $3: subscriptions, and $4: kinds, that still differ.
AGREED = Command(
    """
    update payment_differences d set resolved_at = $5, resolution = 'agreed', seen_at = $5
    where d.tenant_id = $1 and d.organization_id = $2 and d.resolved_at is null and not exists (
      select from unnest($3::text[], $4::text[]) as f (subscription_id, kind)
      where f.subscription_id = d.subscription_id and f.kind = d.kind)
    """
)
# Ours was wrong, and has been made what the provider says.
CORRECTED = Command(
    """
    insert into payment_differences (id, tenant_id, organization_id, subscription_id, kind, license_id,
      provider, kept, found_at, seen_at, resolved_at, resolution)
    values ($3, $1, $2, $4, 'changed', $5, $6, $7, $8, $8, $8, 'corrected')
    """
)

OPEN_DISCREPANCY = Query(
    models.OpenDiscrepancy,
    """
    select id, tenant_id, organization_id, license_id, subscription_id, kind, seen_at
    from payment_differences where id = $1 and resolved_at is null for update
    """,
)

ADD_NOTE = Command(
    "update payment_differences set note = $3, noted_by = $4, noted_at = $5 where tenant_id = $1 and id = $2"
)
RESOLVE = Command(
    "update payment_differences set resolution = $3, resolved_by = $4, resolved_at = $5"
    " where tenant_id = $1 and id = $2"
)
FINGERPRINT = Query(str, "select fingerprint from licenses where tenant_id = $1 and id = $2")

_SHOWN: LiteralString = """
  select d.id, d.tenant_id, t.name as tenant_name, l.name as license_name, l.fingerprint, d.subscription_id,
    d.kind, d.provider, d.kept, d.found_at, d.seen_at, d.note, d.noted_by, d.noted_at, d.resolution,
    d.resolved_by, d.resolved_at
  from payment_differences d join tenants t on t.id = d.tenant_id
  left join licenses l on l.tenant_id = d.tenant_id and l.id = d.license_id
"""

DISCREPANCY = Query(models.BillingDiscrepancy, f"{_SHOWN} where d.id = $1")


def _page_statement(condition: LiteralString) -> Query[models.BillingDiscrepancy]:
    return Query(
        models.BillingDiscrepancy,
        f"{_SHOWN} where {condition} order by d.found_at desc, d.id desc offset $1::int limit $2::int",
    )


def _count_statement(condition: LiteralString) -> Query[int]:
    """To 10,000."""
    return Query(
        int,
        "select count(*) as total from (select from payment_differences d"
        f" where {condition} order by d.found_at desc limit 10000) counted",
    )


_WAITING: LiteralString = "d.resolved_at is null and d.noted_at is null"
_NOTED: LiteralString = "d.resolved_at is null and d.noted_at is not null"
_RESOLVED: LiteralString = "d.resolved_at is not null"

# A page of the discrepancies in a state, and how many there are.
PAGES = {
    "waiting": (_page_statement(_WAITING), _count_statement(_WAITING)),
    "noted": (_page_statement(_NOTED), _count_statement(_NOTED)),
    "resolved": (_page_statement(_RESOLVED), _count_statement(_RESOLVED)),
}
# Counted up to 10,000. The oldest unresolved one is the first entry of its index.
WATCHED = Query(
    models.OpenDiscrepancies,
    f"""
    select ({PAGES["waiting"][1].sql}) as count, (
      select d.found_at from payment_differences d where {_WAITING} order by d.found_at, d.id limit 1
    ) as oldest_at
    """,
)

# $1: received before. One that has just come waits for its job, which is no fault.
_STUCK: LiteralString = """
  from provider_events where applied_at is null and (received_at < $1 or attempts > 0)
"""
STUCK_EVENTS = Query(
    StuckPaymentEvent,
    f"select id, type, received_at, attempts, last_error {_STUCK} order by received_at limit $2",
)
COUNT_STUCK = Query(int, f"select count(*) {_STUCK}")

WAITING_EVENTS = Query(
    str,
    """
    select id from provider_events where id = any ($1::text[]) and applied_at is null
    order by received_at, id
    """,
)
