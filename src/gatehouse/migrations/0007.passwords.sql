-- depends: 0005.catalogue
-- How many earlier passwords may not come back, where a tenant asks for it.

create table password_history_policies (
  tenant_id uuid primary key references tenants (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  enabled boolean not null,
  history_size integer not null check (history_size between 1 and 24),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
call gatehouse_protect('password_history_policies');
