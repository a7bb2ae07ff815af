-- depends: 0080.sso_connections
-- Roles that somebody has because of a group at their identity provider.

create table sso_given_roles (
  tenant_id uuid not null,
  user_id uuid not null,
  role_id uuid not null references roles (id) on delete cascade,
  primary key (tenant_id, user_id, role_id),
  foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade
);
comment on table sso_given_roles is
  'roles that go when the group goes; those that were given by hand stay';
call gatehouse_protect('sso_given_roles');
create index sso_given_roles_by_role on sso_given_roles (role_id);
