-- depends: 0009.waiting_members
-- Of somebody who waits to accept, a tenant sees the address and what it said of them itself, whether or
-- not there is an account behind the address. And: finding people by what only `users` holds.

set local gatehouse.scope = 'system';

alter table memberships add column invited_name text, add column invited_phone_number text;
comment on column memberships.invited_name is 'how the inviting tenant calls them, until they accept';

update memberships m set invited_name = u.name, invited_phone_number = u.phone_number
from users u
where u.id = m.user_id and not m.activated and not u.verified and u.default_tenant_id = m.tenant_id;

-- Still called by the version before.
create or replace function gatehouse_knows(activated boolean, verified boolean, home uuid, tenant uuid)
  returns boolean language sql immutable parallel safe as $$ select activated $$;
comment on function gatehouse_knows is 'whether a tenant sees more of a member than the address';

create or replace view roster_source with (security_invoker = true) as
select m.tenant_id, m.user_id, u.email, m.created_at as joined_at,
  lower(case when m.activated then u.name else coalesce(m.invited_name, split_part(u.email, '@', 1)) end)
    as name,
  m.activated and u.verified as verified,
  m.activated and u.mfa_enrolled as mfa_enrolled,
  case when m.activated then u.provider else 'local' end as provider,
  case when m.activated then u.created_at else m.created_at end as created_at,
  case when m.activated then u.last_login_at end as last_login_at
from memberships m
join users u on u.id = m.user_id and not u.invisible;

drop trigger roster_accept on memberships;
create trigger roster_accept after update of activated, invited_name on memberships
  for each row
  when ((old.activated, old.invited_name) is distinct from (new.activated, new.invited_name))
  execute function gatehouse_accept();

update roster r set name = s.name, created_at = s.created_at
from roster_source s, memberships m
where s.tenant_id = r.tenant_id and s.user_id = r.user_id
  and m.tenant_id = r.tenant_id and m.user_id = r.user_id and not m.activated;

create index users_by_phone on users (translate(phone_number, ' ().-', ''));
create index users_by_metadata on users using gin (metadata jsonb_path_ops);

-- When a policy was first set, and since when the catalogue has a category.
alter table lockout_policies add column created_at timestamptz not null default now();
update lockout_policies set created_at = updated_at;
alter table permission_categories
  add column created_at timestamptz not null default now(),
  add column updated_at timestamptz not null default now();
