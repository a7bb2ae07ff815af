"""One bounded statement for each figure."""

from typing import LiteralString

from gatehouse.kit.db import Command, Query
from gatehouse.overview.models import OverviewDay, OverviewTotals, RecurringRevenue, SetupFacts
from gatehouse.overview.schemas import PaidOut, RunningLicensesOut

# Entries, rows and invoices that are looked at.
MOST: LiteralString = "100000"

TOTALS = Query(
    OverviewTotals,
    f"""
    select
      (select count(*) from (
        select from tenants where deleted_at is null limit {MOST} + 1) t) as tenants,
      (select count(*) from (select from users limit {MOST} + 1) u) as people,
      (select count(*) from (
        select from licenses
        where revoked_at is null and (valid_to is null or greatest(valid_to, extended_until) > $1)
        limit {MOST} + 1) l) as licenses
    """,
)
# Each subquery stops at the first match. Staff and their tenants are not customers.
BEGUN = Query(
    SetupFacts,
    """
    select
      exists (select from social_providers where is_active) as has_provider,
      exists (
        select from memberships m
        where m.activated and not exists (select from staff s where s.user_id = m.user_id)
      ) as has_people,
      exists (
        select from applications
        where not is_default or app_url <> '' or redirect_uris <> '{}' or allowed_origins <> '{}'
      ) as has_application,
      exists (select from plans) as has_plan,
      exists (
        select from tenants t
        where t.deleted_at is null and not exists (
          select from staff s join memberships m on m.user_id = s.user_id where m.tenant_id = t.id)
      ) as has_customer
    """,
)
_DAYS: LiteralString = """
    with looked as materialized (
      select action, actor_user_id, created_at from audits where created_at >= $1 and created_at < $2
      order by created_at desc, id desc limit $3::bigint + 1
    )
    select (created_at at time zone 'UTC')::date as day,
      count(*) filter (where action = 'user.authenticated') as sign_ins,
      count(distinct actor_user_id) filter (where action = 'user.authenticated') as people,
      (select min(created_at) from looked having count(*) > $3) as cut_at
    from looked group by 1
"""
# From `$1` until before `$2`, in the newest `$3` entries of the audit. Days without entries have no row.
DAYS = Query(OverviewDay, f"{_DAYS} order by 1")
KEPT_DAYS = Query(
    OverviewDay,
    "select day, sign_ins, people, cut_at from sign_in_days where day >= $1 and day < $2 order by day",
)
# The day `$4`, which lies between `$1` and `$2`.
KEEP_DAY = Command(
    f"""
    insert into sign_in_days (day, sign_ins, people, cut_at)
    select $4, coalesce(sum(sign_ins), 0), coalesce(sum(people), 0), max(cut_at) from ({_DAYS}) counted
    on conflict (day) do nothing
    """
)
# Since `$1`, by month of UTC.
PAID = Query(
    PaidOut,
    f"""
    select date_trunc('month', paid_at at time zone 'UTC')::date as month, currency,
      sum(total)::bigint as total, count(*) as invoices
    from (
      select paid_at, currency, total from billing_invoices
      where paid_at is not null and paid_at >= $1 order by paid_at desc limit {MOST}
    ) paid group by 1, 2 order by 1, 2
    """,
)


# Payments that are looked at, of each of the two payment providers.

# $1: the first month's first day, $2: now. Each license begins, may be bought as a trial, and may end: these
# moves are summed by month, and then once more up to each month. Its end is the one that is known now.
RUNNING = Query(
    RunningLicensesOut,
    """
    with bought as (
      select tenant_id, license_id, min(linked_at) as since from license_subscriptions
      group by tenant_id, license_id
    ), spans as (
      select l.created_at as starts, b.since,
        case when b.since > l.created_at then 'trial'
          when b.since is not null or l.moved_subscription_id is not null then 'paid'
          when l.is_trial then 'trial' else 'issued' end as kind,
        least(l.revoked_at, case when l.valid_to is not null
          then greatest(l.valid_to, l.extended_until) end) as ends
      from licenses l left join bought b on b.tenant_id = l.tenant_id and b.license_id = l.id
    ), moves as (
      select m.kind, date_trunc('month', m.at at time zone 'UTC')::date as month, sum(m.step) as step,
        sum(m.began) as began, sum(m.ended) as ended
      from spans s cross join lateral (values
        (s.kind, s.starts, 1, 1, 0),
        ('trial', case when s.since > s.starts then s.since end, -1, 0, 0),
        ('paid', case when s.since > s.starts then s.since end, 1, 0, 0),
        (case when s.since is null then s.kind else 'paid' end,
          case when s.ends is not null then greatest(s.ends, s.starts) end, -1, 0, 1)
      ) m (kind, at, step, began, ended)
      where m.at <= $2
      group by 1, 2
    )
    select months.month::date as month,
      coalesce(sum(step) filter (where kind = 'paid'), 0)::bigint as paid,
      coalesce(sum(step) filter (where kind = 'trial'), 0)::bigint as trials,
      coalesce(sum(step) filter (where kind = 'issued'), 0)::bigint as issued,
      coalesce(sum(moves.began) filter (where moves.month = months.month::date), 0)::bigint as began,
      coalesce(sum(moves.ended) filter (where moves.month = months.month::date), 0)::bigint as ended
    from generate_series($1::date::timestamp, $2::timestamptz at time zone 'UTC', interval '1 month')
      as months (month)
    left join moves on moves.month <= months.month::date
    group by 1 order by 1
    """,
)
# $1: the first month's first day; $2: since when payments are looked at, earlier than that, as one may pay
# for years; $3: now. A payment is spread evenly over the months that it pays for, from its own on. What was
# refunded or is disputed of it (see `sum_adjustments`) is subtracted in the same months; a credit is not, as
# the totals are what was paid after credit. Few payments are adjusted, so they are read beside the index.
RECURRING = Query(
    RecurringRevenue,
    f"""
    with charged as materialized (
      select billed_at, currency_code, total, covers_until, subscription_id from provider_transactions
      where status = 'completed' and subscription_id is not null and billed_at >= $2 and billed_at <= $3
      order by billed_at desc limit {MOST} + 1
    ), adjusted as (
      select tenant_id, transaction_id,
        coalesce(sum(total) filter (where action = 'refund' and status = 'approved'), 0)
        + greatest(0, coalesce(sum(total) filter (where action = 'chargeback' and status = 'approved'), 0)
          - greatest(0,
            coalesce(sum(total) filter (where action = 'chargeback_reverse' and status = 'approved'), 0)
            - coalesce(sum(total) filter (where action = 'chargeback' and status = 'reversed'), 0)
          )) as total
      from provider_adjustments group by tenant_id, transaction_id
    ), given_back as (
      select t.billed_at, t.currency_code, -least(a.total, t.total)::bigint as total, t.covers_until,
        t.subscription_id
      from adjusted a
      join provider_transactions t on t.tenant_id = a.tenant_id and t.id = a.transaction_id
      where t.status = 'completed' and t.subscription_id is not null and t.billed_at <= $3
        and t.billed_at >= (select min(billed_at) from charged)
    ), looked as materialized (
      (select t.billed_at as at, t.currency_code as currency, t.total, t.covers_until,
          case when t.covers_until is null then (
            select case l.cycle when 'year' then 12 else 1 end from license_subscriptions s
            join licenses l on l.tenant_id = s.tenant_id and l.id = s.license_id
            where s.id = t.subscription_id) end as months
        from (select * from charged union all select * from given_back) t)
      union all
      (select i.paid_at, i.currency, i.total, i.covers_until,
          case when i.covers_until is null then (
            select case p.every when 'year' then 12 * p.every_count when 'month' then p.every_count
              else 1 end
            from billing_subscriptions b join billing_prices p on p.id = b.price
            where b.external_id = i.subscription) end
        from (select paid_at, currency, total, covers_until, subscription from billing_invoices
          where paid_at is not null and subscription is not null and paid_at >= $2 and paid_at <= $3
          order by paid_at desc limit {MOST} + 1) i)
    ), paid as (
      select upper(currency) as currency, date_trunc('month', at at time zone 'UTC')::date as month,
        greatest(1, coalesce(months,
          round(extract(epoch from covers_until - at) / 2629746), 1))::int as months,
        sum(total) as total, count(*) filter (where total > 0) as payments
      from looked where total <> 0 group by 1, 2, 3
    )
    select months.month::date as month, currency,
      round(sum(total / months))::bigint as recurring,
      coalesce(sum(total) filter (where paid.month = months.month::date), 0)::bigint as paid,
      coalesce(sum(payments) filter (where paid.month = months.month::date), 0)::bigint as payments,
      (select min(at) from looked having count(*) filter (where total >= 0) > {MOST}) as cut_at
    from generate_series($1::date::timestamp, $3::timestamptz at time zone 'UTC', interval '1 month')
      as months (month)
    join paid on paid.month <= months.month::date
      and months.month < paid.month + make_interval(months => paid.months)
    group by 1, 2 order by 2, 1
    """,
)
