-- depends: 0054.webhooks
-- Directories that keep a tenant's people and groups (SCIM 2.0), and what each of them keeps.

create table scim_connections (
  id uuid primary key,
  tenant_id uuid not null references tenants (id) on delete cascade,
  name text not null,
  source text not null check (source in ('frontegg', 'okta', 'azure-ad', 'other')),
  sync_to_user_management boolean not null,
  token_hash bytea not null,
  token_made_at timestamptz not null,
  created_at timestamptz not null,
  last_sync_at timestamptz,
  deleted_at timestamptz,
  removes_people boolean not null default false,
  removed_by uuid,
  unique (tenant_id, id)
);
comment on column scim_connections.sync_to_user_management is
  'without it the directory reads and changes nothing';
comment on column scim_connections.deleted_at is
  'its token opens nothing, and its people and groups are removed or let go';
comment on column scim_connections.removed_by is 'who deleted it, and stays';
call gatehouse_protect('scim_connections');
create index scim_connections_by_tenant on scim_connections (tenant_id, created_at, id);
create index scim_connections_deleted on scim_connections (deleted_at) where deleted_at is not null;

-- What a directory says of a person. It is theirs alone: nothing in it comes from the person's account.
create table scim_users (
  id uuid primary key,
  tenant_id uuid not null,
  connection_id uuid not null,
  user_id uuid not null,
  user_name text not null,
  external_id text,
  active boolean not null,
  document jsonb not null,
  version bigint not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  foreign key (tenant_id, connection_id) references scim_connections (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade
);
comment on table scim_users is 'whoever leaves the tenant is no longer kept';
call gatehouse_protect('scim_users');
create unique index scim_users_by_name on scim_users (connection_id, lower(user_name));
create unique index scim_users_of_person on scim_users (tenant_id, user_id);
create index scim_users_in_order on scim_users (tenant_id, connection_id, id);
create index scim_users_by_external_id on scim_users (connection_id, external_id);

create table scim_groups (
  id uuid primary key,
  tenant_id uuid not null,
  connection_id uuid not null,
  external_id text,
  version bigint not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  foreign key (tenant_id, connection_id) references scim_connections (tenant_id, id) on delete cascade,
  foreign key (tenant_id, id) references groups (tenant_id, id) on delete cascade
);
call gatehouse_protect('scim_groups');
create index scim_groups_in_order on scim_groups (tenant_id, connection_id, id);
create unique index scim_groups_of_group on scim_groups (tenant_id, id);

-- Planned as if there were few and big connections.
alter table scim_users alter column tenant_id set (n_distinct = 20);
alter table scim_users alter column connection_id set (n_distinct = 20);
alter table scim_groups alter column connection_id set (n_distinct = 20);
