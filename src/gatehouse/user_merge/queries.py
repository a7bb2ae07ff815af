"""Statements on merge requests. They need the system scope: users belong to no single tenant."""

from datetime import datetime
from typing import LiteralString
from uuid import UUID

from gatehouse.identity.sessions.queries import compose_sso_required
from gatehouse.kit.db import Command, Query
from gatehouse.user_merge.models import DueRequest, MergeCandidate, MergeRequest, OpenedMergeLink

# In a fixed order, so that concurrent requests about the same users wait for each other without a deadlock. A
# concurrent sign-in is waited for.
LOCK_PEOPLE = Query(
    UUID, "select id from users where id = any ($1::uuid[]) order by id for no key update"
)

# Accounts that a directory or an identity provider of a company keeps are the company's to give and to take.
_SSO_ADDRESS: LiteralString = f"""
  exists (
    select from (
      select u.email as address union all
      select e.email from user_emails e where e.user_id = u.id and e.verified_at is not null
    ) known where {compose_sso_required("known.address")}
  )
"""
CANDIDATE = Query(
    MergeCandidate,
    f"""
    select u.id, u.email, u.name, u.verified, u.mfa_enrolled, u.locked_at is not null as is_locked,
      exists (select from staff s where s.user_id = u.id) as is_staff,
      exists (
        select from memberships m where m.user_id = u.id and m.managed_by <> 'frontegg'
      ) or exists (
        select from memberships m
        join group_members gm on gm.tenant_id = m.tenant_id and gm.user_id = m.user_id
        join groups g on g.tenant_id = gm.tenant_id and g.id = gm.group_id
        where m.user_id = u.id and g.managed_by <> 'frontegg'
      ) or exists (
        select from memberships m
        join scim_users s on s.tenant_id = m.tenant_id and s.user_id = m.user_id where m.user_id = u.id
      ) as directory,
      exists (
        select from external_identities i where i.user_id = u.id and i.kind in ('oidc', 'saml')
      ) or exists (select from sso_given_roles r where r.user_id = u.id) or {_SSO_ADDRESS}
        as single_sign_on,
      (
        select count(*) from memberships m where m.user_id = u.id and m.inherited_from is null
      )::int as places
    from users u where u.id = $1
    """,
)
# Where user $1 may be the administrator of the tenant, and user $2 could not replace them, because their
# membership is disabled or temporary.
UNTRUSTED_HEIR = Query(
    UUID,
    """
    select a.tenant_id from memberships a
    join memberships b on b.tenant_id = a.tenant_id and b.user_id = $2 and b.inherited_from is null
    where a.user_id = $1 and a.activated and not a.is_disabled and a.temporary_expires_at is null
      and (b.is_disabled or b.temporary_expires_at is not null)
    order by a.tenant_id
    """,
)

_WAITS: LiteralString = "status = 'waiting'"
IN_ANOTHER = Query(
    bool,
    f"""
    select exists (
      select from merge_requests
      where {_WAITS} and (goes_id = any ($1::uuid[]) or stays_id = any ($1::uuid[]))
    ) as found
    """,
)
ADD = Command(
    """
    insert into merge_requests (id, goes_id, stays_id, former_id, goes_email, stays_email, goes_name,
      stays_name, goes_token_hash, stays_token_hash, reason, requested_by, requested_at, expires_at)
    values ($1, $2, $3, $2, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
    """
)

# $1: now.
_STATE: LiteralString = """
  case when status <> 'waiting' then status when expires_at <= $1 then 'expired'
    when goes_agreed_at is not null or stays_agreed_at is not null then 'confirmed' else 'waiting' end
"""
_SHOWN: LiteralString = f"""
  select id, goes_id, stays_id, former_id, goes_email, stays_email, goes_name, stays_name, goes_agreed_at,
    stays_agreed_at, reason, requested_by, requested_at, expires_at, refused_by, withdrawn_by, problem,
    ended_at, {_STATE} as state
  from merge_requests
"""
ONE = Query(MergeRequest, f"{_SHOWN} where id = $2")
# Lock the request, so that it cannot be answered or withdrawn until the transaction ends.
LOCKED = Query(MergeRequest, f"{_SHOWN} where id = $2 for update")

_LISTED: LiteralString = f"""
  ($2::text is null or {_STATE} = $2) and ($3::uuid is null or former_id = $3 or stays_id = $3)
"""
PAGE = Query(
    MergeRequest,
    f"""
    {_SHOWN} where {_LISTED} order by requested_at desc, id desc offset $4::int limit $5::int
    """,
)
COUNT = Query(
    int,
    f"select count(*) as total from (select from merge_requests where {_LISTED} limit 10000) counted",
)

# A link counts only while its mailbox is still the user's primary address.
OPENED = Query(
    OpenedMergeLink,
    f"""
    select r.id, l.side, l.user_id, l.agreed_at is not null as agreed
    from merge_requests r
    cross join lateral (values
      ('goes', r.goes_id, r.goes_email, r.goes_token_hash, r.goes_agreed_at),
      ('stays', r.stays_id, r.stays_email, r.stays_token_hash, r.stays_agreed_at)
    ) as l (side, user_id, email, token_hash, agreed_at)
    join users u on u.id = l.user_id and u.email = l.email
    where r.id = $1 and r.{_WAITS} and r.expires_at > $3 and l.token_hash = $2
    """,
)
# By name, of accounts that are there.
PLACES = Query(
    str,
    """
    select t.name from memberships m join tenants t on t.id = m.tenant_id and t.deleted_at is null
    where m.user_id = $1 and m.inherited_from is null order by lower(t.name), t.id limit $2
    """,
)
COUNT_PLACES = Query(
    int,
    """
    select count(*) from memberships m join tenants t on t.id = m.tenant_id and t.deleted_at is null
    where m.user_id = $1 and m.inherited_from is null
    """,
)

AGREE = Command(
    """
    update merge_requests set goes_agreed_at = case when $2 = 'goes' then $3 else goes_agreed_at end,
      stays_agreed_at = case when $2 = 'stays' then $3 else stays_agreed_at end
    where id = $1
    """
)
END = Command(
    """
    update merge_requests set status = $2, ended_at = $3, refused_by = $4, withdrawn_by = $5, problem = $6
    where id = $1
    """
)
# Those that wait and have expired.
DUE = Query(
    DueRequest,
    f"""
    select expires_at as due_at, id from merge_requests
    where {_WAITS} and expires_at <= $1 and (expires_at, id) > ($2, $3)
    order by expires_at, id limit $4
    """,
)
# Requests of these users, or the one request $3, that have expired; without those that are being answered at
# the moment.
OVER = Query(
    MergeRequest,
    f"""
    {_SHOWN} where {_WAITS} and expires_at <= $1
      and (id = $3 or goes_id = any ($2::uuid[]) or stays_id = any ($2))
    for update skip locked
    """,
)

FORGET = Command(
    "delete from merge_requests where id in ("
    "select id from merge_requests where requested_at < $1 order by requested_at limit $2)"
)
OLDEST = Query(datetime, "select min(requested_at) as requested_at from merge_requests")


# What follows moves data of user $1 to user $2. The caller must hold the locks of both users and of all
# tenants of the user who is merged.
HELD_PLACES = Query(
    UUID, "select tenant_id from memberships where user_id = $1 order by tenant_id limit 2000"
)
# Also blocks a concurrent addition of one of them to a tenant.
LOCK_USERS_TO_MOVE = Query(
    UUID, "select id from users where id = any ($1::uuid[]) order by id for update"
)

# Serializes seat claims at the license.
LOCK_LICENSES = Query(
    UUID,
    """
    select l.id from licenses l where l.tenant_id = any ($1::uuid[]) and l.id in (
      select s.license_id from license_seats s where s.tenant_id = any ($1) and s.kind = 'user'
        and (s.holder = $2 or lower(s.holder) = any ($3::text[]))
    ) order by l.id for update
    """,
)

CLEAR_MERGED_USER = Command(
    "update merge_requests set goes_id = null where goes_id = $1 and status <> 'waiting'"
)
FOLLOW_MERGED_USER = Command("update merge_requests set stays_id = $2 where stays_id = $1")
# The primary one first.
ADDRESSES = Query(
    str,
    """
    select known.email from (
      select u.email, 0 as place from users u where u.id = $1
      union all
      select e.email, 1 from user_emails e where e.user_id = $1 and e.verified_at is not null
    ) known order by known.place, known.email limit 50
    """,
)
# For erasure and export of the remaining user: former ids of the merged user are passed on.
KEEP_FORMER = Command(
    """
    with before as (
      update former_people set user_id = $2 where user_id = $1
    )
    insert into former_people (former_id, user_id, name, created_at)
    select id, $2, name, created_at from users where id = $1
    """
)
