"""A big installation in a few seconds: 10,000 tenants, one of them with 100,000 people, 2,000 groups, 500
roles and fifty accounts below it, two roles of each other tenant, and of everything else enough that reading
a table through shows. An installation of the large tenant alone is planned differently: there a condition on
the tenant selects every row."""

from uuid import UUID

import asyncpg

TENANTS = 10_000
BELOW = 50
PEOPLE = 100_000
GROUPS = 2_000
ROLES = 500
BIG = UUID("00000001-0000-4000-8000-000000000000")


def compose_rows(tenants: int) -> str:
    """`md5(…)::uuid` makes ids that are known without being read: tenant 1 is the big one."""
    return f"""
set session_replication_role = replica;

create temp table t as
select n, (lpad(to_hex(n), 8, '0') || '-0000-4000-8000-000000000000')::uuid as id,
  n between 2 and {BELOW + 1} as below
from generate_series(1, {tenants}) n;

insert into tenants (id, parent_id, path, name, created_at, updated_at)
select id, case when below then '{BIG}'::uuid end, case when below then '{BIG}/' else '' end || id || '/',
  'Tenant ' || n, now(), now() from t;

-- Everybody of the big tenant, and for each other tenant one person, or twenty below the big one.
create temp table person as
select 'p' || n as code, '{BIG}'::uuid as tenant_id, n from generate_series(1, {PEOPLE}) n
union all
select 't' || t.n || '-' || i, t.id, i
from t cross join lateral generate_series(1, case when below then 20 else 1 end) i where t.n > 1;
-- In the order in which they came, as real ids are.
alter table person add column place serial, add column id uuid;
update person set id = (lpad(to_hex(place), 8, '0') || substr(md5(code), 9))::uuid;

insert into users (id, email, name, verified, mfa_enrolled, default_tenant_id, phone_number, metadata,
  created_at, updated_at, last_login_at)
select id, code || '@big.test',
  (array['Ada','Bela','Chen','Dora','Emre','Fatou','Goran','Hana','Ines','Jonas'])[n % 10 + 1] || ' '
    || (array['Abel','Bauer','Costa','Diallo','Eriksen','Fuchs','Garcia'])[n / 10 % 7 + 1] || ' ' || n,
  true, n % 100 <> 0, tenant_id, '+31 20 ' || n,
  case when n % 1000 = 7 then '{{"team": "blue"}}' else '{{}}' end::jsonb,
  now() - n % 5256 * interval '1 hour', now(), case when n % 50 > 0 then now() - n % 80 * interval '1 day' end
from person;
-- A third is kept by a directory; few wait to accept, are kept out, or here for a while.
insert into memberships (tenant_id, user_id, activated, is_disabled, managed_by, temporary_expires_at,
  sub_account_access_allowed, created_at)
select tenant_id, id, n % 1000 <> 9, n % 2000 = 13, case n % 3 when 0 then 'scim2' else 'frontegg' end,
  case when n % 1500 = 17 then now() + (n % 7 - 3) * interval '1 day' end,
  n % 1000 = 3, now() - n % 5256 * interval '1 hour' from person;
-- Some of the big tenant's people work below it too.
insert into memberships (tenant_id, user_id, activated, created_at)
select t.id, p.id, true, now() from t join person p on p.code = 'p' || t.n * 7 where below;

insert into roles (id, tenant_id, key, name)
select md5('role' || t.n || '-' || i)::uuid, t.id, 'role-' || i, 'Role ' || i
from t, generate_series(1, case when t.n = 1 then {ROLES} else 2 end) i;
insert into role_permissions (role_id, permission_id, tenant_id)
select md5('role' || t.n || '-' || i)::uuid, p.id, t.id
from t, generate_series(1, case when t.n = 1 then {ROLES} else 2 end) i,
  (select id from permissions where key like 'fe.secure.read%' order by key limit 3) p;
insert into membership_roles (tenant_id, user_id, role_id)
select m.tenant_id, m.id, r.id from person m, roles r
where r.tenant_id is null and r.key = case when m.n <= 100 then 'Admin' else 'ReadOnly' end;
insert into membership_roles (tenant_id, user_id, role_id)
select tenant_id, id, md5('role1-1')::uuid from person where tenant_id = '{BIG}' and n % 10 = 0;

insert into groups (id, tenant_id, name, created_at, updated_at)
select md5('group' || t.n || '-' || i)::uuid, t.id, 'Group ' || i, now(), now()
from t, generate_series(1, case when t.n = 1 then {GROUPS} else 1 end) i;
insert into group_roles (tenant_id, group_id, role_id)
select g.tenant_id, g.id, r.id from groups g join roles r on r.tenant_id is null and r.key = 'ReadOnly'
union all
select '{BIG}'::uuid, md5('group1-' || n)::uuid, md5('role1-' || n % {ROLES} + 1)::uuid
from generate_series(1, {GROUPS}) n;
insert into group_members (tenant_id, group_id, user_id)
select tenant_id, md5('group1-' || n % {GROUPS} + 1)::uuid, id from person where tenant_id = '{BIG}'
union all
select tenant_id, md5('group1-1')::uuid, id from person where tenant_id = '{BIG}' and n % 4 = 1;

insert into passwords (user_id, hash, changed_at, locked_until)
select id, 'x', now(), case when place % 2000 = 1 then now() + interval '1 day' end from person;
insert into sessions (id, user_id, tenant_id, created_at, last_used_at, expires_at, auth_time)
select md5('session' || code)::uuid, id, tenant_id, now(), now(), now() + interval '1 day', now()
from person where n <= 5000;
insert into audits (id, tenant_id, created_at, action, severity)
select gen_random_uuid(), t.id, now() - i * interval '1 s', 'user.signed_in', 'Info'
from generate_series(1, 40000) i join t on t.n = case when i % 2 = 0 then 1 else i % {tenants} + 1 end
order by i desc;

insert into organizations (id, tenant_id, name, billing_email, created_at)
select md5('organization' || n)::uuid, id, 'Organization', 'billing@big.test', now() from t;
insert into licenses (id, tenant_id, organization_id, name, license_type, is_trial, max_seats, key,
  fingerprint, created_at, updated_at)
select md5('license' || t.n || '-' || i)::uuid, t.id, md5('organization' || t.n)::uuid, 'License', 'standard',
  false, 10, 'key-' || t.n || '-' || i, md5('fingerprint' || t.n || '-' || i), now(), now()
from t, generate_series(1, case when t.n = 1 then 25 else 1 end) i;
insert into license_seats (id, tenant_id, license_id, holder, claimed_at, last_seen_at)
select gen_random_uuid(), l.tenant_id, l.id, 'machine-' || n, now(), now()
from licenses l, generate_series(1, 3) n;
insert into outgoing_messages (id, channel, recipient, created_at)
select gen_random_uuid(), 'mail', 'p' || n || '@big.test', now() from generate_series(1, 10000) n;

-- What the triggers would have written.
insert into roster (tenant_id, user_id, name, email, verified, mfa_enrolled, provider, created_at,
  joined_at, last_login_at, activated, is_disabled, temporary_expires_at, managed_by)
select tenant_id, user_id, name, email, verified, mfa_enrolled, provider, created_at, joined_at,
  last_login_at, activated, is_disabled, temporary_expires_at, managed_by
from roster_source;
insert into roster_search (tenant_id, user_id, words, phone, metadata)
select tenant_id, user_id, name || ' ' || email, phone, metadata from roster_source;
insert into roster_counts (tenant_id, people, folded)
select tenant_id, count(*), true from roster group by tenant_id;
"""


# Made when the rows are there, which is several times as fast as with each row.
INDEXES = """
select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
where indrelid::regclass::text in
    ('users', 'memberships', 'roster', 'roster_search', 'role_permissions', 'membership_roles',
      'group_members', 'group_roles')
  and not exists (select from pg_constraint where conindid = indexrelid)
"""


async def fill(owner_url: str, tenants: int = TENANTS) -> None:
    settings = {"synchronous_commit": "off", "maintenance_work_mem": "256MB", "work_mem": "64MB"}
    connection = await asyncpg.connect(owner_url, server_settings=settings)
    try:
        indexes = await connection.fetch(INDEXES)
        for index in indexes:
            await connection.execute(f"drop index {index['name']}")
        await connection.execute(compose_rows(tenants))
        for index in indexes:
            await connection.execute(index["made"])
        # Also what an index-only scan needs to know: which pages are visible to all.
        await connection.execute("vacuum analyze")
    finally:
        await connection.close()
