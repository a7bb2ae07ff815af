"""Statements on plans and the tenants and users that have them."""

from typing import LiteralString
from uuid import UUID

from gatehouse.directory.people.membership_queries import BOTH_MEMBERSHIPS
from gatehouse.entitlements.models import Entitlement, PlanGrant, TenantGrant
from gatehouse.kit.db import Command, Query
from gatehouse.kit.lists import ListOf, Source, StatementParts

# A license grants a plan as long as it is paid for.
_LICENSED: LiteralString = """
  licenses l join plans p on l.license_type = any (p.license_types)
  where l.revoked_at is null and l.suspended_at is null
"""

# A subscription grants a plan; the card provider decides how one with an open payment continues.
_SUBSCRIBED: LiteralString = """
  billing_subscriptions s join plans p on p.key = s.plan
  where s.status in ('active', 'trialing', 'past_due')
"""

# $2 None: a token of the tenant, which has what all members have.
GRANTS = Query(
    PlanGrant,
    f"""
    select plan_id, expires_at from entitlements
    where tenant_id = $1 and (user_id is null or user_id = $2)
    union all
    select p.id, gatehouse_license_until(l) from {_LICENSED} and l.tenant_id = $1
    union all
    select p.id, null from {_SUBSCRIBED} and s.tenant_id = $1
    """,
)

# Of all tenants.
ALL_GRANTS = Query(
    TenantGrant,
    f"""
    select plan_id, tenant_id, user_id, expires_at from entitlements
    union all
    select p.id, l.tenant_id, null, gatehouse_license_until(l) from {_LICENSED}
    union all
    select p.id, s.tenant_id, null, null from {_SUBSCRIBED}
    """,
)
# Plans to which one of these tenants or users has an entitlement.
PLANS_OF = Query(
    UUID,
    """
    select plan_id from entitlements where tenant_id = any ($1::uuid[])
    union
    select plan_id from entitlements where user_id = any ($2::uuid[])
    """,
)
CHANGES = Query(int, "select coalesce(sum(n), 0)::bigint from entitlement_changes")
# Merge all rows into one; a concurrent reader still sees the same sum.
FOLD = Command(
    """
    with gone as (delete from entitlement_changes returning n)
    insert into entitlement_changes (n) select sum(n) from gone having count(*) > 0
    """
)

_COLUMNS: LiteralString = "id, tenant_id, user_id, plan_id, expires_at, created_at, updated_at"

ADD = Query(
    Entitlement,
    f"""
    insert into entitlements (id, tenant_id, user_id, plan_id, expires_at, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $6)
    on conflict (tenant_id, plan_id, user_id) do update set expires_at = $5, updated_at = $6
    returning {_COLUMNS}
    """,
)
CHANGE = Query(
    Entitlement,
    f"update entitlements set expires_at = $2, updated_at = $3 where id = $1 returning {_COLUMNS}",
)
DELETE = Query(
    Entitlement, f"delete from entitlements where id = any ($1::uuid[]) returning {_COLUMNS}"
)
# Lock the entitlements with the ids $1, and those that the tenants $2 have to the plans $3 for the users $4,
# until the transaction ends.
HOLD = Query(
    UUID,
    """
    select id from entitlements where id in (
      select unnest($1::uuid[])
      union all
      select e.id from unnest($2::uuid[], $3::uuid[], $4::uuid[]) w (tenant_id, plan_id, user_id)
      join entitlements e on e.tenant_id = w.tenant_id and e.plan_id = w.plan_id
        and e.user_id is not distinct from w.user_id)
    order by id for update
    """,
)
FIND = Query(Entitlement, f"select {_COLUMNS} from entitlements where id = $1")
MEMBER = Query(
    bool,
    """
    select exists (select from tenants where id = $1 and deleted_at is null)
      and ($2::uuid is null or exists (
        select from memberships where tenant_id = $1 and user_id = $2))
    """,
)


def _page_statement(parts: StatementParts) -> LiteralString:
    return f"""
      select jsonb_build_object('rows', coalesce(jsonb_agg(to_jsonb(e) order by {parts.order}), '[]'))
      from ({parts.page}) page join entitlements e using (id)
    """


# For the vendor: of all tenants.
PAGES = ListOf(
    dict,
    _page_statement,
    parameters=0,
    columns="e.id",
    sources=[Source("entitlements e", "e.tenant_id is not null")],
    sorts={"createdAt": "e.created_at", "expirationDate": "e.expires_at"},
    tie="e.id",
    conditions={
        "tenants": "e.tenant_id = any ($?::uuid[])",
        "plans": "e.plan_id = any ($?::uuid[])",
        "users": "e.user_id = any ($?::uuid[])",
        "of_users": "(e.user_id is not null) = $?::bool",
    },
)

# Each plan once, with the later end.
MERGE_PLANS = Command(
    f"""
    insert into entitlements as kept (id, tenant_id, user_id, plan_id, expires_at, created_at, updated_at)
    select gen_random_uuid(), p.tenant_id, $2, p.plan_id, p.expires_at, p.created_at, $4
    from {BOTH_MEMBERSHIPS}
    join entitlements p on p.tenant_id = a.tenant_id and p.user_id = a.user_id
    where a.user_id = $1
    on conflict (tenant_id, plan_id, user_id) do update set updated_at = $4,
      expires_at = case when kept.expires_at is null or excluded.expires_at is null then null
        else greatest(kept.expires_at, excluded.expires_at) end
    """
)

COPY_PLANS = Command(
    """
    insert into entitlements (id, tenant_id, user_id, plan_id, expires_at, created_at, updated_at)
    select gen_random_uuid(), $2, e.user_id, e.plan_id, e.expires_at, e.created_at, $4 from entitlements e
    where e.tenant_id = $1 and e.user_id = any ($3::uuid[])
    on conflict do nothing
    """
)
