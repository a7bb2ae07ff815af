-- depends: 0003.identity
-- Organizations, licenses, seats, and what the payment provider tells us.

create table organizations (
  id uuid primary key,
  tenant_id uuid not null unique references tenants (id),
  name text not null,
  billing_email text not null,
  provider_customer_id text unique,
  created_at timestamptz not null
);
call gatehouse_protect('organizations');

create table licenses (
  id uuid primary key,
  tenant_id uuid not null references tenants (id),
  organization_id uuid not null references organizations (id),
  name text not null,
  license_type text not null,
  is_trial boolean not null,
  max_seats integer not null check (max_seats between 1 and 1000000),
  key text not null unique,
  fingerprint text not null unique,
  valid_to timestamptz,
  provider_subscription_id text unique,
  provider_transaction_id text,
  price_id text,
  cycle text check (cycle in ('day', 'week', 'month', 'year')),
  billing_status text,
  status_at timestamptz,
  deactivation_at timestamptz,
  next_payment_at timestamptz,
  is_past_due boolean not null default false,
  provider_updated_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on column licenses.billing_status is 'null: never billed; otherwise the subscription''s status at the provider';
comment on column licenses.provider_updated_at is 'the newest provider fact applied; older ones arriving later change nothing';
call gatehouse_protect('licenses');
create index licenses_by_tenant on licenses (tenant_id, created_at, id);

create table license_seats (
  id uuid primary key,
  tenant_id uuid not null references tenants (id),
  license_id uuid not null references licenses (id) on delete cascade,
  holder text not null,
  claimed_at timestamptz not null,
  last_seen_at timestamptz not null,
  unique (license_id, holder)
);
call gatehouse_protect('license_seats');
create index license_seats_by_tenant on license_seats (tenant_id, license_id);

-- Every event the payment provider delivered, once. Written before it is answered, applied by a job.
create table provider_events (
  id text primary key,
  provider text not null,
  type text not null,
  occurred_at timestamptz not null,
  received_at timestamptz not null,
  payload jsonb not null,
  applied_at timestamptz,
  outcome text
);
create index provider_events_waiting on provider_events (received_at) where applied_at is null;
