-- depends: 0001.ground
-- Tenants and their tree, people, memberships, roles and permissions.

create table tenants (
  id uuid primary key,
  tenant_id uuid not null generated always as (id) stored,
  parent_id uuid references tenants (id),
  path text not null,
  name text not null,
  alias text unique,
  is_reseller boolean not null default false,
  metadata jsonb not null default '{}',
  website text,
  address text,
  timezone text,
  date_format text,
  time_format text,
  currency text,
  logo_url text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
comment on column tenants.path is 'ids from the root to this tenant, each followed by a slash';
call gatehouse_protect('tenants');
create index tenants_by_path on tenants (path text_pattern_ops);
create index tenants_by_parent on tenants (parent_id);

-- A person is global: one address, memberships in several tenants.
create table users (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  name text not null,
  phone_number text,
  profile_picture_url text,
  metadata jsonb not null default '{}',
  verified boolean not null default false,
  mfa_enrolled boolean not null default false,
  is_super_user boolean not null default false,
  invisible boolean not null default false,
  provider text not null default 'local',
  default_tenant_id uuid references tenants (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  last_login_at timestamptz
);
comment on column users.email is 'normalized: NFKC, trimmed, lower case';
create index users_text on users using gin ((name || ' ' || email) gin_trgm_ops);

create table profile_pictures (
  user_id uuid primary key references users (id) on delete cascade,
  media_type text not null,
  content bytea not null,
  digest text not null,
  updated_at timestamptz not null
);

create table memberships (
  tenant_id uuid not null references tenants (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  activated boolean not null default false,
  is_disabled boolean not null default false,
  managed_by text not null default 'frontegg' check (managed_by in ('frontegg', 'scim2')),
  temporary_expires_at timestamptz,
  sub_account_access_allowed boolean not null default false,
  invited_by uuid,
  last_seen_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, user_id)
);
call gatehouse_protect('memberships');
create index memberships_by_user on memberships (user_id);
create index memberships_by_age on memberships (tenant_id, created_at desc, user_id);

create table permission_categories (
  id uuid primary key default gen_random_uuid(),
  name text not null unique,
  description text not null default ''
);

create table permissions (
  id uuid primary key default gen_random_uuid(),
  category_id uuid not null references permission_categories (id),
  key text not null unique,
  name text not null,
  description text not null default '',
  fe_permission boolean not null default true,
  assignment_type text not null default 'ALWAYS' check (assignment_type in ('NEVER', 'ALWAYS', 'ASSIGNABLE')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- A role without a tenant is the vendor's: every tenant sees it, no tenant changes it.
create table roles (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid references tenants (id) on delete cascade,
  key text not null,
  name text not null,
  description text not null default '',
  is_default boolean not null default false,
  is_first_user_role boolean not null default false,
  level integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique nulls not distinct (tenant_id, key)
);
comment on column roles.level is 'a lower number ranks higher; nobody gives a role that ranks above their own';
alter table roles enable row level security;
alter table roles force row level security;
create policy tenant_scope on roles
  using ((select gatehouse_scope()) is null or tenant_id is null or tenant_id = any ((select gatehouse_scope())::uuid[]))
  with check ((select gatehouse_scope()) is null or tenant_id = any ((select gatehouse_scope())::uuid[]));

create table role_permissions (
  role_id uuid not null references roles (id) on delete cascade,
  permission_id uuid not null references permissions (id) on delete cascade,
  tenant_id uuid references tenants (id) on delete cascade,
  primary key (role_id, permission_id)
);
alter table role_permissions enable row level security;
alter table role_permissions force row level security;
create policy tenant_scope on role_permissions
  using ((select gatehouse_scope()) is null or tenant_id is null or tenant_id = any ((select gatehouse_scope())::uuid[]))
  with check ((select gatehouse_scope()) is null or tenant_id = any ((select gatehouse_scope())::uuid[]));

create table membership_roles (
  tenant_id uuid not null,
  user_id uuid not null,
  role_id uuid not null references roles (id) on delete cascade,
  primary key (tenant_id, user_id, role_id),
  foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade
);
call gatehouse_protect('membership_roles');
create index membership_roles_by_role on membership_roles (role_id);
