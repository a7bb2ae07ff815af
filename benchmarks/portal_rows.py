"""Rows of a large customer: roles, groups, and accounts below, beside the people that `seed` has made."""

import asyncio
from dataclasses import dataclass
from uuid import UUID

import asyncpg

from benchmarks.database import settle
from benchmarks.seed import BY_TRIGGERS

ACROSS = 100  # accounts right below; all others are below one of these


@dataclass(frozen=True, slots=True)
class Filled:
    """`roles` of all users, a tenth, a hundredth, none; `groups` have 5,000 people and 50."""

    roles: tuple[UUID, UUID, UUID, UUID]
    groups: tuple[UUID, UUID]
    child: UUID


# `md5(…)::uuid` makes ids that are known without being read. What is few here is few in real accounts: who
# is kept out, waits to accept, or is here for a while. Numbers are scattered, so that no filter is the order
# of a list.
FILL = """
create temp table person as
select m.user_id as id, row_number() over (order by md5(m.user_id::text)) as n
from memberships m where m.tenant_id = '{tenant}';
create index on person (id);
analyze person;

update users u set
  last_login_at = now() - abs(hashint8(p.n)::bigint) % 200 * interval '1 day' - p.n * interval '1 second',
  mfa_enrolled = p.n % 20 <> 0
from person p where p.id = u.id and p.n % 50 <> 0;
update memberships m set activated = p.n % 1000 <> 9, is_disabled = p.n % 2000 = 13,
  managed_by = case p.n % 3 when 0 then 'scim2' else 'frontegg' end,
  temporary_expires_at = case when p.n % 1500 = 17 then now() + (p.n % 7 - 3) * interval '1 day' end,
  sub_account_access_allowed = true
from person p where m.tenant_id = '{tenant}' and p.id = m.user_id;

-- Those who ask here may sign in, with a password alone.
create temp table asking as
select h.user_id as id from membership_roles h join roles r on r.id = h.role_id
where h.tenant_id = '{tenant}' and r.key = 'Admin';
update memberships m set activated = true, is_disabled = false, temporary_expires_at = null
from asking a where m.tenant_id = '{tenant}' and m.user_id = a.id;
update users u set mfa_enrolled = false from asking a where u.id = a.id;

insert into roles (id, tenant_id, key, name)
select md5('role' || n)::uuid, '{tenant}'::uuid, 'role-' || n, 'Role ' || n
from generate_series(1, {roles}) n;
insert into role_permissions (role_id, permission_id, tenant_id)
select md5('role' || n)::uuid, p.id, '{tenant}'::uuid
from generate_series(1, {roles}) n, (
  select id, row_number() over (order by key) as place from permissions where key like 'fe.secure.read%'
) p where (n + p.place) % 9 = 0;
-- Beside the role that all but a few have, every second person another, and every hundredth a third.
insert into membership_roles (tenant_id, user_id, role_id)
select '{tenant}'::uuid, id,
  md5('role' || case when n % 20 in (0, 2) then 1 else 4 + n * 31 % ({roles} - 3) end)::uuid
from person where n % 2 = 0
union
select '{tenant}'::uuid, id, md5('role2')::uuid from person where n % 100 = 7;

insert into groups (id, tenant_id, name, description, created_at, updated_at)
select md5('group' || n)::uuid, '{tenant}'::uuid, 'Group ' || n, 'All of ' || n,
  now() - n * interval '1 hour', now()
from generate_series(1, {groups}) n;
insert into group_roles (tenant_id, group_id, role_id)
select '{tenant}'::uuid, md5('group' || n)::uuid, md5('role' || 4 + n % ({roles} - 4))::uuid
from generate_series(1, {groups}) n;
insert into group_members (tenant_id, group_id, user_id)
select '{tenant}'::uuid, md5('group' || n % {groups} + 1)::uuid, id from person
union
select '{tenant}'::uuid, md5('group' || g)::uuid, id
from person, generate_series(1, 40) g where (n * 31 + g) % 20 = 0;

create temp table below as
select n, md5('below' || n)::uuid as id,
  case when n <= {across} then '{tenant}' else md5('below' || (n % {across} + 1)) end::uuid as above
from generate_series(1, {accounts}) n;
insert into tenants (id, parent_id, path, name, created_at, updated_at)
select id, above, '{tenant}/' || case when n > {across} then above || '/' else '' end || id || '/',
  'Account ' || n, now() - n * interval '1 minute', now() from below;
insert into users (id, email, name, verified, default_tenant_id, created_at, updated_at)
select md5('pat' || n)::uuid, 'pat' || n || '@below.test', 'Pat ' || n, true, id, now(), now() from below;
insert into memberships (tenant_id, user_id, activated, created_at)
select id, md5('pat' || n)::uuid, true, now() from below;
insert into membership_roles (tenant_id, user_id, role_id)
select b.id, md5('pat' || n)::uuid, r.id
from below b, roles r where r.tenant_id is null and r.key = 'ReadOnly';

truncate roster, roster_search, roster_counts, session_tenants;
"""


def fill(url: str, tenant_id: UUID, *, roles: int, groups: int, accounts: int) -> Filled:
    return asyncio.run(_fill(url, tenant_id, roles, groups, accounts))


async def _fill(url: str, tenant_id: UUID, roles: int, groups: int, accounts: int) -> Filled:
    connection = await asyncpg.connect(url)
    try:
        await connection.execute("set role postgres")
        await connection.execute("set session_replication_role = replica")
        await connection.execute(
            FILL.format(
                tenant=tenant_id, roles=roles, groups=groups, accounts=accounts, across=ACROSS
            )
        )
        await connection.execute(BY_TRIGGERS)
        of_all_users = await connection.fetchval(
            "select id from roles where tenant_id is null and key = 'ReadOnly'"
        )
        made = "select md5(name)::uuid from unnest($1::text[]) with ordinality n (name, place) order by place"
        names = ["role1", "role2", "role3", "group1", f"group{groups}", "below1"]
        ids: list[UUID] = [row[0] for row in await connection.fetch(made, names)]
    finally:
        await connection.close()
    await settle(url)
    return Filled((of_all_users, ids[0], ids[1], ids[2]), (ids[3], ids[4]), ids[5])
