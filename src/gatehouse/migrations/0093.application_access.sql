-- depends: 0090.entitlements
-- Which accounts have which application, and which of their people.

alter table applications add column access_type text not null default 'FREE_ACCESS'
  check (access_type in ('FREE_ACCESS', 'MANAGED_ACCESS'));
comment on column applications.access_type is 'of accounts for which nothing else is said';

create table application_tenants (
  application_id uuid not null references applications (id) on delete cascade,
  tenant_id uuid not null references tenants (id) on delete cascade,
  access_type text not null check (access_type in ('FREE_ACCESS', 'MANAGED_ACCESS')),
  created_at timestamptz not null,
  primary key (application_id, tenant_id)
);
call gatehouse_protect('application_tenants');
create index application_tenants_by_tenant on application_tenants (tenant_id);

create table application_users (
  tenant_id uuid not null,
  user_id uuid not null,
  application_id uuid not null references applications (id) on delete cascade,
  created_at timestamptz not null,
  primary key (tenant_id, user_id, application_id),
  foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade
);
comment on table application_users is 'who is let into an application whose access is managed';
call gatehouse_protect('application_users');
create index application_users_by_application on application_users (application_id, tenant_id, user_id);

create table application_active_tenants (
  user_id uuid not null,
  application_id uuid not null references applications (id) on delete cascade,
  tenant_id uuid not null,
  updated_at timestamptz not null,
  primary key (user_id, application_id),
  foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade
);
comment on table application_active_tenants is 'where a person acts in an application that names no account';
call gatehouse_keep_to_person('application_active_tenants');
create index application_active_tenants_by_tenant on application_active_tenants (tenant_id, user_id);
create index application_active_tenants_by_application on application_active_tenants (application_id);

-- Whether person $3 may use application $1 in tenant $2: everybody the default one; the others as is said of
-- the tenant, else of the application. One whose access is managed has only the tenants that it was given.
create function gatehouse_admits(application uuid, tenant uuid, person uuid) returns boolean
language sql stable as $$
  select coalesce((
    select case
      when a.is_default then true
      when t.tenant_id is null then a.access_type = 'FREE_ACCESS'
      when t.access_type = 'FREE_ACCESS' then true
      else exists (
        select from application_users u
        where u.tenant_id = tenant and u.user_id = person and u.application_id = a.id
      ) end
    from applications a
    left join application_tenants t on t.application_id = a.id and t.tenant_id = tenant
    where a.id = application
  ), false)
$$;
