-- depends: 0090.entitlements
-- What the vendor says of accounts, and how far its longer tasks have come.

alter table tenants add column creator_name text;
alter table tenants add column creator_email text;
comment on column tenants.creator_email is 'as the vendor says; it gives nobody a right';

create table vendor_tasks (
  id uuid primary key,
  kind text not null check (kind in ('invite', 'roles', 'tenants')),
  about jsonb not null,
  input bytea,
  total integer not null,
  position integer not null default 0,
  failed integer not null default 0,
  errors jsonb not null default '[]',
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on column vendor_tasks.input is 'sealed, and gone once everything is done';
comment on column vendor_tasks.position is 'parts before it are done: whoever was stopped goes on there';
call gatehouse_keep_to_system('vendor_tasks');
create index vendor_tasks_by_age on vendor_tasks (created_at);
