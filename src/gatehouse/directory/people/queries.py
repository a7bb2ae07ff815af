"""Statements that read and change a tenant's members.

`gatehouse_list_people` finds, counts and sorts the members of a page by the table `roster`, because joining
all members of a tenant of 100,000 with `users` exceeds the time budget of a page. The statements of the lists
read what is shown of them.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import LiteralString
from uuid import UUID

from gatehouse.access.permissions import LEVEL
from gatehouse.directory.people.as_json import (
    TEAM_USER,
    USER,
    USER_ALONE,
    USER_EVERYWHERE,
    USER_V3,
    UserShape,
    compose_member_columns,
    compose_members,
)
from gatehouse.directory.people.models import Member
from gatehouse.directory.people.schemas import StatsOut, TenantCountOut
from gatehouse.directory.roles.queries import compose_holders_in_many_tenants
from gatehouse.kit.db import Command, Query
from gatehouse.kit.lists import CAP

# $3 is the current time.
MEMBERS = Query(
    Member,
    f"""
    select u.id, m.tenant_id, (select v.id from vendor v) as vendor_id, {compose_member_columns("m", "$3")},
      u.default_tenant_id, m.inherited_from is not null as inherited,
      array(
        select r.id from roles r where r.id = any (array(
          select mr.role_id from membership_roles mr
          where mr.tenant_id = m.tenant_id and mr.user_id = m.user_id
        )) order by r.level, r.id
      ) as role_ids,
      array(
        select gm.group_id from group_members gm
        where gm.tenant_id = m.tenant_id and gm.user_id = m.user_id order by gm.group_id
      ) as group_ids,
      {LEVEL} as level
    from memberships m
    join users u on u.id = m.user_id
    where m.tenant_id = any ($1::uuid[]) and m.user_id = any ($2::uuid[])
    """,
)


# Status of the members of tenant $1 among $2, filtered by the statuses $3 if given. It does not disclose
# whether an account exists for an invited address.
STATUSES = Query(
    str,
    """
    select coalesce(json_agg(json_build_object(
      'userId', one.user_id,
      'tenantsStatuses', json_build_array(json_build_object('tenantId', $1::uuid, 'status', one.status))
    ) order by one.user_id), '[]')::text
    from (
      select m.user_id, case
        when not m.activated and m.invited_by is not null then 'PendingInvitation'
        when not m.activated then 'NotActivated'
        when m.last_seen_at is null then 'PendingLogin'
        else 'Activated' end as status
      from memberships m join users u on u.id = m.user_id and not u.invisible
      where m.tenant_id = $1 and m.user_id = any ($2::uuid[])
    ) one
    where $3::text[] is null or one.status = any ($3::text[])
    """,
)


def _compose_member_statement(
    shape: UserShape, tenant: LiteralString, person: LiteralString, now: LiteralString
) -> LiteralString:
    page: LiteralString = f"select {tenant} as tenant_id, {person} as user_id, 0 as key, 1 as total"
    parts = compose_members(shape, page, tenants=f"array[{tenant}]", now=now)
    return f"""
      with {parts}
      select case when exists (select from member) then text else 'null' end from written
    """


# User $2 of tenant $1 at the time $3, for `render_user`; `null` when they are no member.
ONE_USER = Query(str, _compose_member_statement(USER, "$1::uuid", "$2::uuid", "$3::timestamptz"))
ONE_TEAM_USER = Query(
    str, _compose_member_statement(TEAM_USER, "$1::uuid", "$2::uuid", "$3::timestamptz")
)
OWN_USER = Query(
    str, _compose_member_statement(USER_ALONE, "$1::uuid", "$2::uuid", "$3::timestamptz")
)

STATS = Query(
    StatsOut,
    """
    select (
        select coalesce(sum(c.people), 0)::bigint from roster_counts c where c.tenant_id = $1
      ) as total_items,
      (
        select count(*) from roster r where r.tenant_id = $1 and r.joined_at > $2
      ) as added_this_week,
      (
        select count(distinct e.user_id) from effective_roles e
        where e.tenant_id = $1 and e.role_id =
          (select r.id from roles r where r.tenant_id is null and r.key = 'Admin')
      ) as super_admins
    """,
)

# Visible members are counted in the roster; the few invisible ones are counted separately. $2: exclude
# invisible ones.
COUNTS = Query(
    TenantCountOut,
    """
    select t.id as tenant_id, (
        select coalesce(sum(c.people), 0)::bigint from roster_counts c where c.tenant_id = t.id
      ) + case when $2 then 0 else (
        select count(*) from users u join memberships m on m.user_id = u.id
        where u.invisible and m.tenant_id = t.id
      ) end as total_users,
      (
        select count(*) from memberships m join users u on u.id = m.user_id
        where m.tenant_id = t.id and m.sub_account_access_allowed and not ($2 and u.invisible)
      ) as total_access_allowed_users
    from tenants t where t.id = any ($1::uuid[]) order by t.id
    """,
)


def _lower_patterns(wanted: LiteralString) -> LiteralString:
    """The filters with their patterns folded to lower case by the database, as names and addresses are
    stored."""
    return f"""
      ({wanted}::jsonb || coalesce((
        select jsonb_object_agg(w.key, lower(w.value::text)::jsonb) from jsonb_each({wanted}::jsonb) w
        where w.key in ('words', 'text', 'email_part', 'name_prefix')
      ), '{{}}'))
    """


def _compose_members_statement(
    shape: UserShape,
    tenants: LiteralString,
    now: LiteralString,
    parameters: tuple[LiteralString, ...],
) -> LiteralString:
    """A list of the members of `tenants`, nearest first. `parameters`: filters, sort, descending, limit,
    offset. The answer is for `MemberPage`."""
    wanted, sort, down, limit, offset = parameters
    return f"""
      with found as materialized (
        select * from gatehouse_list_people(
          {tenants}, {_lower_patterns(wanted)}, {now}, {sort}::text, {down}::bool, {limit}::bigint,
          {offset}::bigint, {CAP}
        )
      ),
      {compose_members(shape, "select * from found", tenants=tenants, now=now)}
      select text from written
    """


def _compose_members_below_statement(shape: UserShape) -> LiteralString:
    """A list of the members of account `$1` and up to `$2` accounts below it at the time `$3`, with the
    further parameters of `_compose_members_statement`. The statement looks up the account ids itself, which
    are thousands; `near` are those that users of the page are members of."""
    reach: LiteralString = "(select ids from reach)::uuid[]"
    near: LiteralString = "(select ids from near)::uuid[]"
    return f"""
      with reach as materialized (select gatehouse_reach($1, $2) as ids),
      found as materialized (
        select f.* from reach cross join lateral gatehouse_list_people(
          reach.ids, {_lower_patterns("$4")}, $3, $5::text, $6::bool, $7::bigint, $8::bigint, {CAP}
        ) f
      ),
      near as materialized (
        select array(
          select m.tenant_id from found f
          join memberships m on m.user_id = f.user_id and m.tenant_id = any ({reach})
          group by m.tenant_id order by array_position({reach}, m.tenant_id)
        ) as ids
      ),
      {
        compose_members(
            shape, "select tenant_id, user_id, key, total from found", tenants=near, now="$3",
            holding=compose_holders_in_many_tenants(reach),
        )
    }
      select text from written
    """  # fmt: skip


SHAPES = (USER, USER_V3, USER_EVERYWHERE, TEAM_USER)
# By the name of the shape: in the caller's tenant $1 at the time $2, in the tenants $1, and in the caller's
# tenant with all accounts below.
IN_OWN_TENANT = {
    shape.name: Query(
        str,
        _compose_members_statement(
            shape, "array[$1::uuid]", "$2::timestamptz", ("$3", "$4", "$5", "$6", "$7")
        ),
    )
    for shape in SHAPES
}
IN_TENANTS = {
    shape.name: Query(
        str,
        _compose_members_statement(
            shape, "$1::uuid[]", "$2::timestamptz", ("$3", "$4", "$5", "$6", "$7")
        ),
    )
    for shape in SHAPES
}
WITH_ACCOUNTS_BELOW = {
    shape.name: Query(str, _compose_members_below_statement(shape)) for shape in SHAPES
}


# Folds the counts of at most 500 tenants and returns how many rows were folded. Concurrent runs are safe:
# each adds up only the rows that it deleted itself.
FOLD_COUNTS = Query(
    int,
    """
    with gone as (
      delete from roster_counts where tenant_id in (
        select distinct tenant_id from roster_counts where not folded limit 500
      ) returning tenant_id, people, folded
    ), kept as (
      insert into roster_counts (tenant_id, people, folded)
      select tenant_id, sum(people), true from gone group by tenant_id having sum(people) <> 0
    )
    select count(*) from gone where not folded
    """,
)


@dataclass(frozen=True, slots=True)
class ExpiredMembership:
    """A membership that has expired; `id` is that of the tenant and the user together."""

    due_at: datetime
    id: str
    tenant_id: UUID
    user_id: UUID
    email: str


WITH_ADDRESS = Query(UUID, "select r.user_id from roster r where r.tenant_id = $1 and r.email = $2")

SET_ROLES = Command(
    """
    with dropped as (
      delete from membership_roles
      where tenant_id = $1 and user_id = $2 and role_id <> all ($3::uuid[])
    )
    insert into membership_roles (tenant_id, user_id, role_id)
    select $1, $2, r.id from unnest($3::uuid[]) as r (id)
    on conflict do nothing
    """,
)

# A user whose access was revoked must not regain it with an old session: `sessions_from` records the time,
# and for removed members `ended_memberships`, which a new membership reads. This lock waits for a sign-in
# that is under way, so that its session precedes the recorded time; later sign-ins wait for the lock and then
# check whether they are still allowed.
HOLD = Command("select from users where id = $1 for no key update")

# Whether user $1 has access to a tenant other than $2.
ENTERS_ELSEWHERE = Query(
    bool,
    """
    select exists (
      select from memberships_in_force where user_id = $1 and tenant_id <> $2 and until > $3
    ) as found
    """,
)

SET_DISABLED = Command(
    """
    update memberships set is_disabled = $3,
      sessions_from = case when $3 then $4::timestamptz else sessions_from end
    where tenant_id = $1 and user_id = $2
    """,
)

SET_SUB_ACCOUNT_ACCESS = Command(
    "update memberships set sub_account_access_allowed = $3 where tenant_id = $1 and user_id = $2",
)

SET_EXPIRY = Command(
    """
    update memberships set temporary_expires_at = $3,
      sessions_from =
        case when temporary_expires_at <= $4 then temporary_expires_at else sessions_from end
    where tenant_id = $1 and user_id = $2
    """,
)

KEEP = Command(
    """
    update memberships set managed_by = 'scim2', activated = activated or $3
    where tenant_id = $1 and user_id = $2
    """,
)
LET_GO = Command(
    "update memberships set managed_by = 'frontegg' where tenant_id = $1 and user_id = $2",
)

# Of all tenants, the earliest expiry first.
ENDED = Query(
    ExpiredMembership,
    """
    select m.temporary_expires_at as due_at, m.tenant_id::text || m.user_id as id, m.tenant_id,
      m.user_id, u.email
    from memberships m join users u on u.id = m.user_id
    where m.temporary_expires_at < $1
      and (m.temporary_expires_at, m.tenant_id::text || m.user_id) > ($2, $3)
    order by m.temporary_expires_at, m.tenant_id::text || m.user_id limit $4
    """,
)

STILL_ENDED = Query(
    bool,
    """
    select exists (
      select from memberships where tenant_id = $1 and user_id = $2 and temporary_expires_at < $3
    )
    """,
)
