"""Statements that make the copy what the card provider says."""

from datetime import datetime
from uuid import UUID

from gatehouse.billing.models import OpenSubscription
from gatehouse.kit.db import Command, Query
from gatehouse.kit.jobs import build_known_job_condition

# A later read has a higher number, across all processes.
NEXT_READING = Query(int, "select nextval('billing_readings') as n")

KEEP_SUBSCRIPTION = Command(
    """
    insert into billing_subscriptions as known (id, tenant_id, external_id, item, status, price, plan,
      method, latest_invoice, started_at, period_starts_at, period_ends_at, trial_ends_at,
      cancels_at_period_end, canceled_at, ended_at, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
    on conflict (external_id) do update set item = excluded.item, status = excluded.status,
      price = excluded.price,
      plan = case when known.price = excluded.price then coalesce(excluded.plan, known.plan)
        else excluded.plan end,
      method = excluded.method, latest_invoice = excluded.latest_invoice,
      started_at = excluded.started_at, period_starts_at = excluded.period_starts_at,
      period_ends_at = excluded.period_ends_at, trial_ends_at = excluded.trial_ends_at,
      cancels_at_period_end = excluded.cancels_at_period_end, canceled_at = excluded.canceled_at,
      ended_at = excluded.ended_at
    where known.tenant_id = excluded.tenant_id
    """
)
KEEP_METHOD = Command(
    """
    insert into billing_payment_methods as known (id, tenant_id, external_id, brand, last4, exp_month,
      exp_year, name, email, address, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
    on conflict (external_id) do update set brand = excluded.brand, last4 = excluded.last4,
      exp_month = excluded.exp_month, exp_year = excluded.exp_year, name = excluded.name,
      email = excluded.email, address = excluded.address
    where known.tenant_id = excluded.tenant_id
    """
)
# The last digits of each that is gone.
FORGET_METHODS = Query(
    str,
    """
    delete from billing_payment_methods
    where tenant_id = $1 and external_id <> all ($2::text[]) returning last4
    """,
)
KEEP_INVOICE = Command(
    """
    insert into billing_invoices as known (id, tenant_id, external_id, subscription, number,
      receipt_number, status, currency, total, created_at, paid_at, covers_until)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
    on conflict (external_id) do update set subscription = excluded.subscription,
      number = excluded.number, receipt_number = excluded.receipt_number, status = excluded.status,
      total = excluded.total, paid_at = excluded.paid_at,
      covers_until = coalesce(excluded.covers_until, known.covers_until)
    where known.tenant_id = excluded.tenant_id
    """
)
# What was known of each before.
KNOWN_STATUSES = Query(
    dict,
    """
    select coalesce(jsonb_object_agg(external_id, status), '{}') from (
      select external_id, status from billing_subscriptions where tenant_id = $1
      union all
      select external_id, status from billing_invoices where tenant_id = $1
      union all
      select external_id, last4 from billing_payment_methods where tenant_id = $1
    ) known
    """,
)

EVENT_CUSTOMER = Query(
    str,
    "select coalesce(customer, '') from billing_events where id = $1 and applied_at is null",
)
# Claims the events that no other worker has claimed. $2: now, $3: end of the claim.
TAKE_EVENTS = Query(
    str,
    """
    update billing_events set taken_until = $3
    where customer = $1 and applied_at is null and (taken_until is null or taken_until < $2)
    returning id
    """,
)
GIVE_BACK = Command("update billing_events set taken_until = null where id = any ($1::text[])")
APPLIED = Command(
    "update billing_events set applied_at = $2, outcome = $3 where id = any ($1::text[])"
)
LEFT_EVENTS = Query(
    str,
    f"""
    select id from billing_events where applied_at is null and received_at between $1 and $2
      and not {build_known_job_condition("'billing event ' || billing_events.id")}
    order by received_at limit 200
    """,
)
# Accounts with a payment or a new card under way; or whose period has ended without an event.
TO_READ = Query(
    UUID,
    f"""
    select tenant_id from (
      select tenant_id from billing_accounts
      where watched_until > $1 and customer is not null
        and (read_at is null or read_at < $1::timestamptz - interval '1 minute')
      union
      select s.tenant_id from billing_subscriptions s
      join billing_accounts a on a.tenant_id = s.tenant_id
      where s.ended_at is null and s.status not in ('canceled', 'incomplete_expired')
        and s.period_ends_at < $1::timestamptz - interval '10 minutes'
        and (a.read_at is null or a.read_at < $1::timestamptz - interval '1 hour')
    ) due where not {build_known_job_condition("'billing ' || due.tenant_id")}
    limit 100
    """,
)
# Of accounts that are deleted and would still be charged.
LEFT_OPEN = Query(
    OpenSubscription,
    f"""
    select s.tenant_id, s.external_id from billing_subscriptions s
    join tenants t on t.id = s.tenant_id and t.deleted_at is not null
    where s.ended_at is null and s.status not in ('canceled', 'incomplete_expired')
      and not {build_known_job_condition("'billing end ' || s.external_id")}
    limit 200
    """,
)
IS_DELETED = Query(
    bool,
    "select exists (select from tenants where id = $1 and deleted_at is not null) as is_deleted",
)
FORGET_EVENTS = Command(
    """
    delete from billing_events where id in (
      select id from billing_events where received_at < $1 order by received_at limit $2)
    """
)
OLDEST_EVENT = Query(datetime, "select min(received_at) as received_at from billing_events")

# Whether this delivery is the first of its event.
ADD_EVENT = Query(
    str,
    """
    insert into billing_events (id, type, customer, received_at) values ($1, $2, $3, $4)
    on conflict (id) do nothing returning id
    """,
)
