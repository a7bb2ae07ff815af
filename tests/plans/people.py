"""What a big installation has of people besides: addresses, messages, attempts, relations, what has ended."""

import asyncpg

# Of every tenth person of the big tenant.
FILL = """
set session_replication_role = replica;
create temp table few as
select u.id, u.email, row_number() over (order by u.email) as n
from users u where u.email like 'p%0@big.test';

insert into user_emails (id, user_id, email, verified_at, created_at, updated_at)
select gen_random_uuid(), id, i || email, case when i = 1 then now() end, now(), now()
from few, generate_series(1, 2) i;
insert into phone_numbers (id, user_id, phone_number, verified_at, created_at, updated_at)
select gen_random_uuid(), id, '+4930' || n, now(), now(), now() from few;
insert into usernames (user_id, username, created_at) select id, 'name' || n, now() from few;
insert into external_identities (id, kind, provider, issuer, subject, user_id, email, created_at,
  last_used_at)
select gen_random_uuid(), 'social', 'google', 'https://id.test', id, id, email, now(), now() from few;
insert into scim_users (id, connection_id, tenant_id, user_id, user_name, active, document, created_at,
  updated_at)
select gen_random_uuid(), md5('directory')::uuid, m.tenant_id, s.id, s.email, true, '{}', now(), now()
from few s join memberships m on m.user_id = s.id and m.inherited_from is null
where s.email not in ('p100@big.test', 'p20@big.test')  -- who are to become one
on conflict do nothing;
insert into former_people (former_id, user_id, name, created_at)
select gen_random_uuid(), id, 'Pat Doe', now() from few;
insert into ended_memberships (tenant_id, user_id, ended_at)
select md5('gone' || n % 9)::uuid, id, now() from few;
insert into sessions (id, user_id, tenant_id, created_at, last_used_at, expires_at, auth_time, ended_at)
select gen_random_uuid(), id, m.tenant_id, now(), now(), now(), now(), now()
from few join memberships m on m.user_id = id;
insert into event_messages (id, tenant_id, event_id, event_key, channel, recipient, status, created_at)
select gen_random_uuid(), '00000001-0000-4000-8000-000000000000', gen_random_uuid(), 'x', 'email', email,
  'sent', now() from few;
insert into sign_in_attempts (subject, address, updated_at)
select sha256(convert_to(email, 'UTF8')), '203.0.113.' || i, now() from few, generate_series(1, 2) i;
insert into entity_types (key, description, created_at) values ('user', '', now()), ('document', '', now());
insert into entity_relations (entity_type_key, key, subject_type_keys)
values ('document', 'owner', '{user}'), ('user', 'manager', '{user}');
insert into relation_assignments (target_type_key, target_key, relation_key, subject_type_key, subject_key,
  created_at)
select 'document', n::text, 'owner', 'user', id::text, now() from few
union all select 'user', id::text, 'manager', 'user', 'boss', now() from few;
insert into merge_requests (id, goes_id, stays_id, former_id, goes_email, stays_email, goes_name, stays_name,
  goes_token_hash, stays_token_hash, reason, requested_by, requested_at, expires_at, status, ended_at)
select gen_random_uuid(), null, id, gen_random_uuid(), 'gone@big.test', email, 'Gone', 'Stays', '', '', 'x',
  'x',  now() - n * interval '1 minute', now(), 'done', now() from few;
insert into license_seats (id, tenant_id, license_id, kind, holder, claimed_at, last_seen_at)
select gen_random_uuid(), l.tenant_id, l.id, 'user', s.email, now(), now()
from few s join licenses l on l.id = md5('license1-' || s.n % 25 + 1)::uuid where s.n % 4 = 0;
update memberships m set invited_by = (select id from few where n = 1)
from few where m.user_id = few.id and few.n % 3 = 0;
update tenants set creator_email = 'maker' || substr(id::text, 1, 8) || '@big.test', creator_name = 'Maker';
"""


async def fill_people(owner_url: str) -> None:
    connection = await asyncpg.connect(owner_url, server_settings={"synchronous_commit": "off"})
    try:
        await connection.execute(FILL)
        await connection.execute("vacuum analyze")
    finally:
        await connection.close()
