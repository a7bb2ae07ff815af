-- depends: 0010.waiting_names
-- The vendor's applications and credentials, more of its configuration, and the news that it changed.

create table applications (
  id uuid primary key default gen_random_uuid(),
  key text not null unique,
  client_id uuid not null unique default gen_random_uuid(),
  name text not null,
  type text not null default 'first-party' check (type in ('first-party', 'oauth', 'machine')),
  is_default boolean not null default false,
  is_active boolean not null default true,
  redirect_uris text[] not null default '{}',
  allowed_origins text[] not null default '{}',
  signing_algorithm text not null default 'ES256' check (signing_algorithm in ('ES256', 'RS256')),
  access_token_seconds integer check (access_token_seconds between 30 and 3600),
  refresh_token_seconds integer not null default 2592000
    check (refresh_token_seconds between 300 and 31536000),
  app_url text not null default '',
  login_url text not null default '',
  logo_url text not null default '',
  description text not null default '',
  platform text not null default 'web',
  frontend_stack text not null default 'react',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (is_active or not is_default)
);
comment on column applications.key is 'what the configuration document calls it';
comment on column applications.access_token_seconds is 'null: as the settings say';
create unique index applications_default on applications (is_default) where is_default;
insert into applications (key, client_id, name, is_default) select 'default', client_id, name, true from vendor;

alter table vendor
  add column accent_color text,
  add column password_min_length integer check (password_min_length between 8 and 64),
  add column lockout_enabled boolean not null default true,
  add column lockout_max_attempts integer not null default 5 check (lockout_max_attempts between 3 and 100),
  add column password_history_enabled boolean not null default false,
  add column password_history_size integer not null default 5 check (password_history_size between 1 and 24);
comment on column vendor.password_min_length is 'null: as the settings say';

create table vendor_credentials (
  id uuid primary key,
  name text not null,
  secret_hash bytea not null unique,
  permissions text[] not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);

-- Every process keeps the configuration in memory and listens.
create function gatehouse_configured() returns trigger language plpgsql as $$
begin
  perform pg_notify('gatehouse_configured', '');
  return null;
end $$;
create trigger configured after insert or update or delete on vendor
  for each statement execute function gatehouse_configured();
create trigger configured after insert or update or delete on applications
  for each statement execute function gatehouse_configured();
create trigger configured after insert or update or delete on metadata
  for each statement execute function gatehouse_configured();
create trigger configured after insert or update or delete on feature_flags
  for each statement execute function gatehouse_configured();
