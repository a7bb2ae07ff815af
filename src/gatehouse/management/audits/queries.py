"""Figures of all tenants' audits."""

from typing import LiteralString

from gatehouse.kit.db import Query
from gatehouse.management.audits.models import Count, Step

# Entries that are looked at, the newest of the time that is asked for.
MOST: LiteralString = "100000"

# From `$1` until before `$2`, read in the order of the key.
_LOOKED: LiteralString = f"""
  select tenant_id, action, created_at from audits where created_at >= $1 and created_at < $2
  order by created_at desc, id desc limit {MOST}
"""

# `$3` of each at most.
TOP = Query(
    Count,
    f"""
    with looked as materialized ({_LOOKED}),
    resources as (
      select split_part(action, '.', 1) as name, count(*) as n from looked
      group by 1 order by n desc, name limit $3::bigint
    ),
    tenants as (
      select tenant_id::text as name, count(*) as n from looked where tenant_id is not null
      group by 1 order by n desc, name limit $3::bigint
    )
    select kind, name, n from (
      select 'resource' as kind, name, n from resources
      union all select 'tenant', name, n from tenants
    ) found order by kind, n desc, name
    """,
)

# By steps of `$3` seconds; one without entries has no row.
STEPS = Query(
    Step,
    f"""
    with looked as materialized ({_LOOKED})
    select date_bin($3::bigint * interval '1 second', created_at, $1) as starts, count(*) as n
    from looked group by 1 order by 1
    """,
)
