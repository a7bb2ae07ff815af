-- depends: 0002.directory
-- Passwords, single-use links, sessions, refresh tokens, and the policies that govern them.

create table passwords (
  user_id uuid primary key references users (id) on delete cascade,
  hash text not null,
  changed_at timestamptz not null,
  failed_attempts integer not null default 0,
  locked_until timestamptz
);

create table password_history (
  user_id uuid not null references users (id) on delete cascade,
  hash text not null,
  replaced_at timestamptz not null,
  primary key (user_id, replaced_at)
);

-- Links in mail. `purpose` is part of the look-up, so a link for one step never passes another.
create table action_tokens (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('activate', 'invite', 'reset_password', 'unlock')),
  user_id uuid not null references users (id) on delete cascade,
  tenant_id uuid references tenants (id) on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null
);
call gatehouse_protect('action_tokens');
create index action_tokens_by_user on action_tokens (user_id, purpose);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  tenant_id uuid not null references tenants (id) on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  ip text,
  user_agent text,
  auth_time timestamptz not null,
  amr text[] not null default '{}'
);
comment on column sessions.tenant_id is 'the tenant in which the session acts now; switching changes it';
alter table sessions enable row level security;
alter table sessions force row level security;
create policy tenant_scope on sessions
  using (
    (select gatehouse_scope()) is null
    or tenant_id = any ((select gatehouse_scope())::uuid[])
    or user_id = (select gatehouse_user())
  );
create index sessions_by_user on sessions (user_id) where ended_at is null;
create index sessions_by_tenant on sessions (tenant_id) where ended_at is null;

-- One family per session. A used token keeps the nonce from which its successor is derived, so that
-- racing tabs get the same successor while the overlap lasts.
create table refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  created_at timestamptz not null,
  used_at timestamptz,
  successor_nonce bytea
);
create index refresh_tokens_by_session on refresh_tokens (session_id);

create table session_policies (
  tenant_id uuid primary key references tenants (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  idle_active boolean not null default false,
  idle_seconds integer not null default 3600 check (idle_seconds between 60 and 31536000),
  absolute_active boolean not null default false,
  absolute_seconds integer not null default 7776000 check (absolute_seconds between 300 and 31536000),
  concurrent_active boolean not null default false,
  concurrent_max integer not null default 10 check (concurrent_max between 1 and 1000),
  updated_at timestamptz not null
);
call gatehouse_protect('session_policies');

create table lockout_policies (
  tenant_id uuid primary key references tenants (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  enabled boolean not null,
  max_attempts integer not null check (max_attempts between 3 and 100),
  updated_at timestamptz not null
);
call gatehouse_protect('lockout_policies');
