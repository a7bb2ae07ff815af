-- depends: 0010.waiting_names
-- A refresh token names its session and its place in the chain, so the session's row is all that is kept.
-- What a session may do in a tenant is a row of its own, and each tenant's limits hold there.

-- `refresh_tokens` stays for the version before; it is dropped once nothing reads it.
alter table sessions
  add column refresh_counter bigint not null default 0,
  add column rotated_at timestamptz[] not null default '{}';
comment on column sessions.refresh_counter is 'the number of the one refresh token that is unused';
comment on column sessions.rotated_at is 'when the last of the used ones were used, oldest first; at most eight';

create table session_tenants (
  session_id uuid not null references sessions (id) on delete cascade,
  tenant_id uuid not null references tenants (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  entered_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  primary key (session_id, tenant_id)
);
comment on table session_tenants is 'the tenants that a session has entered, as their policies allow';
alter table session_tenants enable row level security;
alter table session_tenants force row level security;
create policy tenant_scope on session_tenants
  using (
    (select gatehouse_scope()) is null
    or tenant_id = any ((select gatehouse_scope())::uuid[])
    or user_id = (select gatehouse_user())
  );
create index session_tenants_by_person on session_tenants (tenant_id, user_id) where ended_at is null;
create index session_tenants_by_user on session_tenants (user_id);

-- Kept by a trigger, so that sessions of the version before have their row too.
create function gatehouse_enter_home() returns trigger language plpgsql as $$
begin
  insert into session_tenants (session_id, tenant_id, user_id, entered_at, last_used_at, expires_at)
  values (new.id, new.tenant_id, new.user_id, new.created_at, new.last_used_at, new.expires_at)
  on conflict do nothing;
  return null;
end $$;

create trigger sessions_enter_home after insert or update of tenant_id on sessions
  for each row execute function gatehouse_enter_home();

set local gatehouse.scope = 'system';

insert into session_tenants (session_id, tenant_id, user_id, entered_at, last_used_at, expires_at)
select id, tenant_id, user_id, created_at, last_used_at, expires_at from sessions where ended_at is null;

alter table memberships add column sessions_from timestamptz;
comment on column memberships.sessions_from is
  'sessions that began earlier have lost this tenant for good: access was taken away at that time';

-- Whoever was removed and comes back comes back without the old sessions.
create table ended_memberships (
  tenant_id uuid not null references tenants (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  ended_at timestamptz not null,
  primary key (tenant_id, user_id)
);
call gatehouse_protect('ended_memberships');
create index ended_memberships_by_user on ended_memberships (user_id);
create index ended_memberships_by_age on ended_memberships (ended_at);

create function gatehouse_remember_end() returns trigger language plpgsql as $$
begin
  new.sessions_from := coalesce(new.sessions_from, (
    select e.ended_at from ended_memberships e
    where e.tenant_id = new.tenant_id and e.user_id = new.user_id
  ));
  return new;
end $$;

create trigger memberships_remember_end before insert on memberships
  for each row execute function gatehouse_remember_end();

-- A membership with which somebody may act, as long as it is before `until`. With the rights of whoever
-- asks, so that row-level security holds.
create view memberships_in_force with (security_invoker = true) as
select m.tenant_id, m.user_id, m.created_at, m.last_seen_at, m.managed_by,
  m.sub_account_access_allowed, m.temporary_expires_at, m.sessions_from,
  coalesce(m.temporary_expires_at, 'infinity'::timestamptz) as until
from memberships m
join tenants t on t.id = m.tenant_id and t.deleted_at is null
where m.activated and not m.is_disabled;
