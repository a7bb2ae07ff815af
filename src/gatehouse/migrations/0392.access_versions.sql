-- depends: 0391.current_sql
-- Versions of what a caller's access depends on, one for each user and tenant and one that is common to all.
-- They have no foreign key: triggers make and delete them with their user or tenant.
create table user_versions (
  user_id uuid not null,
  version bigint not null default (random() * 9e18)::bigint,
  constraint user_versions_pkey primary key (user_id)
) with (fillfactor = 50);
create table tenant_versions (
  tenant_id uuid not null,
  version bigint not null default (random() * 9e18)::bigint,
  constraint tenant_versions_pkey primary key (tenant_id)
) with (fillfactor = 50);
create table common_version (
  only_one boolean not null default true check (only_one),
  version bigint not null default (random() * 9e18)::bigint,
  constraint common_version_pkey primary key (only_one)
) with (fillfactor = 10);
comment on column user_versions.version is
  'a random number and no count: after a fail-over or a restore no other change can lead to it again';
insert into user_versions (user_id) select id from users;
insert into tenant_versions (tenant_id) select id from tenants;
