"""One bounded statement for each figure."""

from typing import LiteralString

from gatehouse.kit.db import Command, Query
from gatehouse.overview.models import OverviewDay, OverviewTotals, PaidTotal, SetupFacts

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
    PaidTotal,
    f"""
    select date_trunc('month', paid_at at time zone 'UTC')::date as month, currency,
      sum(total)::bigint as total, count(*) as invoices
    from (
      select paid_at, currency, total from billing_invoices
      where paid_at is not null and paid_at >= $1 order by paid_at desc limit {MOST}
    ) paid group by 1, 2 order by 1, 2
    """,
)
