"""One bounded statement for each figure."""

from typing import LiteralString

from gatehouse.kit.db import Query
from gatehouse.management.overview.models import Day, Paid, Totals

# Entries, rows and invoices that are looked at.
MOST: LiteralString = "100000"

TOTALS = Query(
    Totals,
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
# From `$1` until before `$2`, in the newest `MOST` entries of the audit. Days without entries have no row.
DAYS = Query(
    Day,
    f"""
    with looked as materialized (
      select action, actor_user_id, created_at from audits where created_at >= $1 and created_at < $2
      order by created_at desc, id desc limit {MOST} + 1
    )
    select (created_at at time zone 'UTC')::date as day,
      count(*) filter (where action = 'user.authenticated') as sign_ins,
      count(distinct actor_user_id) filter (where action = 'user.authenticated') as people,
      (select min(created_at) from looked having count(*) > {MOST}) as cut_at
    from looked group by 1 order by 1
    """,
)
# Since `$1`, by month of UTC.
PAID = Query(
    Paid,
    f"""
    select date_trunc('month', paid_at at time zone 'UTC')::date as month, currency,
      sum(total)::bigint as total, count(*) as invoices
    from (
      select paid_at, currency, total from billing_invoices
      where paid_at is not null and paid_at >= $1 order by paid_at desc limit {MOST}
    ) paid group by 1, 2 order by 1, 2
    """,
)
