"""Statements that settle purchases. The buyer's row is locked first, so one organization's purchases
are settled one after the other."""

from datetime import datetime
from typing import LiteralString
from uuid import UUID

from gatehouse.kit.db import Command, Query
from gatehouse.kit.jobs import build_known_job_condition
from gatehouse.licensing.purchases import models

# How often this event was delivered, this time included.
ADD_EVENT = Query(
    int,
    """
    insert into provider_events as known
      (id, provider, type, occurred_at, received_at, payload, subscription_id)
    values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (id) do update set deliveries = known.deliveries + 1
    returning deliveries
    """,
)
WAITING_EVENT = Query(
    models.WaitingEvent,
    "select id, occurred_at, payload from provider_events where id = $1 and applied_at is null",
)
LOCK_EVENT = Query(
    str, "select id from provider_events where id = $1 and applied_at is null for update"
)
EVENT_FAILED = Command(
    """
    update provider_events set attempts = attempts + 1, failed_at = $2, last_error = $3
    where id = $1 and applied_at is null
    """
)
EVENT_APPLIED = Command("update provider_events set applied_at = $2, outcome = $3 where id = $1")
LEFT_EVENTS = Query(
    str,
    f"""
    select id from provider_events
    where applied_at is null and received_at between $1 and $2
      and not {build_known_job_condition("'apply ' || provider_events.id")}
    order by received_at limit 200
    """,
)

BUYER = Query(
    models.Buyer,
    "select id, tenant_id, name from organizations where provider_customer_id = $1 for update",
)
# Of any tenant: the provider may have moved the subscription to another customer.
LINK = Query(
    models.SubscriptionLink,
    "select tenant_id, license_id, replaced_at from license_subscriptions where id = $1",
)
# $1: the customer that the provider bills, $2: the tenant whose license the subscription pays here. Both are
# locked in the order of their ids, so that two moves in opposite directions do not block each other.
PARTIES = Query(
    models.SubscriptionParty,
    """
    select id, tenant_id, name, coalesce(provider_customer_id = $1, false) as is_billed
    from organizations where provider_customer_id = $1 or tenant_id = $2
    order by id for update
    """,
)
LICENSE = Query(
    models.PurchasedLicense, "select * from licenses where tenant_id = $1 and id = $2 for update"
)
# A revoked one is none: what was paid would open nothing.
LICENSE_BY_FINGERPRINT = Query(
    models.PurchasedLicense,
    """
    select * from licenses
    where tenant_id = $1 and organization_id = $2 and fingerprint = $3 and revoked_at is null for update
    """,
)
# The license that a subscription paid before the provider moved it away, unless another pays it by now.
RETURNED_LICENSE = Query(
    models.PurchasedLicense,
    """
    select * from licenses
    where tenant_id = $1 and organization_id = $2 and moved_subscription_id = $3
      and provider_subscription_id is null and revoked_at is null for update
    """,
)
COUNT_LICENSES = Query(
    int, "select count(*) from licenses where tenant_id = $1 and organization_id = $2"
)

KEEP_FACT = Command(
    """
    insert into subscription_facts (tenant_id, subscription_id, updated_at, occurred_at, status)
    values ($1, $2, $3, $4, $5) on conflict do nothing
    """,
)
# The first of the facts that say `past_due`, of those after the last that says otherwise. Null: the newest
# says otherwise.
UNPAID_SINCE = Query(
    datetime,
    """
    select min(f.updated_at) as since from subscription_facts f
    where f.tenant_id = $1 and f.subscription_id = $2 and f.status = 'past_due' and not exists (
      select from subscription_facts later
      where later.tenant_id = $1 and later.subscription_id = $2 and later.status <> 'past_due'
        and (later.updated_at, later.occurred_at) > (f.updated_at, f.occurred_at))
    """,
)
KEEP_DISCOUNT = Command(
    """
    insert into license_discounts (tenant_id, license_id, discount_id, first_used_at)
    values ($1, $2, $3, $4) on conflict do nothing
    """,
)

# An older fact changes nothing; a number that was given is never taken back.
KEEP_TRANSACTION = Command(
    """
    insert into provider_transactions as known (id, tenant_id, organization_id, subscription_id,
      status, origin, invoice_number, currency_code, total, billed_at, provider_updated_at,
      provider_occurred_at, covers_until)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
    on conflict (id) do update set
      subscription_id = coalesce(excluded.subscription_id, known.subscription_id),
      status = excluded.status,
      invoice_number = coalesce(excluded.invoice_number, known.invoice_number),
      total = coalesce(excluded.total, known.total),
      billed_at = coalesce(excluded.billed_at, known.billed_at),
      covers_until = coalesce(excluded.covers_until, known.covers_until),
      provider_updated_at = excluded.provider_updated_at,
      provider_occurred_at = excluded.provider_occurred_at
    where known.tenant_id = excluded.tenant_id
      and (known.provider_updated_at, known.provider_occurred_at)
        <= (excluded.provider_updated_at, excluded.provider_occurred_at)
    """,
)

# An older fact changes nothing.
KEEP_ADJUSTMENT = Command(
    """
    insert into provider_adjustments as known (id, tenant_id, organization_id, transaction_id, action,
      status, currency_code, total, provider_updated_at, provider_occurred_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    on conflict (id) do update set status = excluded.status, total = excluded.total,
      provider_updated_at = excluded.provider_updated_at,
      provider_occurred_at = excluded.provider_occurred_at
    where known.tenant_id = excluded.tenant_id
      and (known.provider_updated_at, known.provider_occurred_at)
        <= (excluded.provider_updated_at, excluded.provider_occurred_at)
    """,
)
_ADJUSTMENTS: LiteralString = """
  select id, transaction_id, action, status, total from provider_adjustments where tenant_id = $1
"""
ADJUSTED = Query(models.AdjustedTransaction, f"{_ADJUSTMENTS} and transaction_id = any($2)")
ADJUSTMENT_STATES = Query(models.AdjustedTransaction, f"{_ADJUSTMENTS} and id = any($2)")
NUMBER_OF = Query(
    str,
    """
    select invoice_number as number from provider_transactions
    where tenant_id = $1 and id = $2 and invoice_number is not null
    """,
)

# Organizations whose subscriptions to read again: every run for an hour after a checkout was prepared, then
# hourly for three days; hourly when a renewal or an end is overdue; and once a day every paying customer,
# because a lost event would otherwise go unnoticed. $1: now.
BUYERS_TO_READ = Query(
    UUID,
    f"""
    with suspects as (
      select id as organization_id, checkout_at > $1::timestamptz - interval '1 hour' as is_fresh
      from organizations where checkout_at > $1::timestamptz - interval '3 days'
      union all
      select organization_id, false from licenses
      where least(next_payment_at, deactivation_at) < $1::timestamptz - interval '10 minutes'
      union all
      select organization_id, true from licenses where held_until < $1::timestamptz
    ), due as (
      select o.id, s.is_fresh, o.provider_read_at from organizations o
      join (select organization_id, bool_or(is_fresh) as is_fresh from suspects group by 1) s
        on s.organization_id = o.id
      where o.provider_customer_id is not null and (o.provider_read_at is null or s.is_fresh
        or o.provider_read_at < $1::timestamptz - interval '1 hour')
        and not {build_known_job_condition("'read ' || o.id")}
      order by s.is_fresh desc, o.provider_read_at nulls first limit 50
    ), daily as (
      select o.id, o.provider_read_at from organizations o
      where o.provider_customer_id is not null
        and greatest(o.provider_read_at, '-infinity') < $1::timestamptz - interval '1 day'
        and not {build_known_job_condition("'read ' || o.id")}
        and (exists (
          select from licenses l where l.tenant_id = o.tenant_id and l.organization_id = o.id
            and l.provider_subscription_id is not null and l.billing_status <> 'canceled')
          or exists (
          select from payment_differences d where d.tenant_id = o.tenant_id and d.organization_id = o.id
            and d.resolved_at is null))
      order by greatest(o.provider_read_at, '-infinity') limit 50
    )
    select id from (
      select id, case when is_fresh then 0 else 1 end as turn, provider_read_at from due
      union all
      select id, 2, provider_read_at from daily where id not in (select id from due)
    ) wanted
    order by turn, provider_read_at nulls first limit 50
    """,
)
SEATS_OF = Query(
    int,
    """
    select l.max_seats from license_subscriptions s
    join licenses l on l.tenant_id = s.tenant_id and l.id = s.license_id
    where s.id = $1 and s.replaced_at is null
    """,
)
