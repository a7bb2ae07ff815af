-- depends: 0019.system_tables
-- Groups of people, and the roles that they give to whoever is in them.

create table groups (
  id uuid primary key,
  tenant_id uuid not null references tenants (id) on delete cascade,
  name text not null,
  color text,
  description text not null default '',
  metadata text not null default '',
  managed_by text not null default 'frontegg' check (managed_by in ('frontegg', 'scim2')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (tenant_id, id)
);
comment on column groups.managed_by is 'scim2: a directory keeps the group, and nobody changes it here';
call gatehouse_protect('groups');
create unique index groups_by_name on groups (tenant_id, lower(name));

create table group_roles (
  tenant_id uuid not null,
  group_id uuid not null,
  role_id uuid not null references roles (id) on delete cascade,
  primary key (tenant_id, group_id, role_id),
  foreign key (tenant_id, group_id) references groups (tenant_id, id) on delete cascade
);
call gatehouse_protect('group_roles');
create index group_roles_by_role on group_roles (role_id, tenant_id, group_id);

-- Whoever leaves the tenant leaves its groups.
create table group_members (
  tenant_id uuid not null,
  group_id uuid not null,
  user_id uuid not null,
  primary key (tenant_id, group_id, user_id),
  foreign key (tenant_id, group_id) references groups (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade
);
call gatehouse_protect('group_members');
create index group_members_by_user on group_members (tenant_id, user_id, group_id);

create table group_configurations (
  tenant_id uuid primary key references tenants (id) on delete cascade,
  enabled boolean not null,
  roles_enabled boolean not null,
  updated_at timestamptz not null
);
comment on table group_configurations is 'without a row both are on';
call gatehouse_protect('group_configurations');

-- Planned as if there were few and big tenants, like the lists of people.
alter table groups alter column tenant_id set (n_distinct = 20);
alter table group_roles alter column tenant_id set (n_distinct = 20);
alter table group_members alter column tenant_id set (n_distinct = 20);

-- The roles that count: those given to a person, and those of the person's groups. The one place that says so.
-- A role may come from several sides, and is then there several times.
create view effective_roles with (security_invoker = true) as
select mr.tenant_id, mr.user_id, mr.role_id from membership_roles mr
union all
select gm.tenant_id, gm.user_id, gr.role_id
from group_members gm
join group_roles gr on gr.tenant_id = gm.tenant_id and gr.group_id = gm.group_id
where not exists (
  select from group_configurations c
  where c.tenant_id = gm.tenant_id and not (c.enabled and c.roles_enabled)
);
