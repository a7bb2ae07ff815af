-- depends: 0044.machine_licenses
-- What the vendor sells: features, plans of features, and who has which plan until when.

create table features (
  id uuid primary key default gen_random_uuid(),
  key text not null unique,
  name text not null,
  description text not null default '',
  permissions text[] not null default '{}',
  metadata jsonb not null default '{}',
  flag_id uuid not null default gen_random_uuid(),
  flag jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on column features.permissions is 'keys of permissions that take this feature too';
comment on column features.flag is 'whom it is on for, whatever they have bought: on, treatments, rules';

create table plans (
  id uuid primary key default gen_random_uuid(),
  key text not null unique,
  name text not null,
  description text not null default '',
  features text[] not null default '{}',
  default_treatment boolean not null default false,
  rules jsonb not null default '[]',
  days integer check (days between 1 and 36500),
  assign_on_signup boolean not null default false,
  license_types text[] not null default '{}',
  metadata jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on column plans.days is 'how long it lasts once it is given; null: for good';
comment on column plans.license_types is 'a license of such a type has this plan while it is valid';

create table entitlements (
  id uuid primary key,
  tenant_id uuid not null references tenants (id) on delete cascade,
  user_id uuid,
  plan_id uuid not null references plans (id) on delete cascade,
  expires_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade
);
comment on column entitlements.user_id is 'null: everybody of the tenant';
comment on column entitlements.expires_at is 'null: never';
call gatehouse_protect('entitlements');
create unique index entitlements_once on entitlements (tenant_id, plan_id, user_id) nulls not distinct;
create index entitlements_by_user on entitlements (tenant_id, user_id);
create index entitlements_by_plan on entitlements (plan_id);
create index entitlements_by_age on entitlements (created_at, id);
create index entitlements_by_end on entitlements (expires_at, id);

-- How many changes there were. Each adds a row, so none waits for another; a job adds them up.
create table entitlement_changes (n bigint not null);
call gatehouse_keep_to_system('entitlement_changes');
create policy anybody_adds on entitlement_changes for insert with check (true);

create function gatehouse_entitled() returns trigger language plpgsql as $$
begin
  insert into entitlement_changes (n) values (1);
  return null;
end $$;
create trigger entitled after insert or update or delete on features
  for each statement execute function gatehouse_entitled();
create trigger entitled after insert or update or delete on plans
  for each statement execute function gatehouse_entitled();
create trigger entitled after insert or update or delete on entitlements
  for each statement execute function gatehouse_entitled();
create trigger entitled
  after insert or delete or update of license_type, valid_to, revoked_at, suspended_at on licenses
  for each statement execute function gatehouse_entitled();

create trigger configured after insert or update or delete on features
  for each statement execute function gatehouse_configured();
create trigger configured after insert or update or delete on plans
  for each statement execute function gatehouse_configured();
