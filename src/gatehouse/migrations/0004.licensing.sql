-- depends: 0003.identity
-- Organizations, licenses, seats, and what the payment provider tells us.

create table organizations (
  id uuid primary key,
  tenant_id uuid not null unique references tenants (id),
  name text not null,
  billing_email text not null,
  provider_customer_id text unique,
  created_at timestamptz not null,
  customer_updated_at timestamptz,
  checkout_at timestamptz,
  provider_read_at timestamptz
);
comment on column organizations.customer_updated_at is 'the newest provider fact about the customer applied';
comment on column organizations.checkout_at is 'a checkout was last prepared or paid: news about it may be under way, or lost';
comment on column organizations.provider_read_at is 'its subscriptions were last read at the provider';
call gatehouse_protect('organizations');
create index organizations_by_checkout on organizations (checkout_at) where checkout_at is not null;

create table licenses (
  id uuid primary key,
  tenant_id uuid not null references tenants (id),
  organization_id uuid not null references organizations (id),
  name text not null,
  license_type text not null,
  is_trial boolean not null,
  max_seats integer not null check (max_seats > 0),
  key text not null unique,
  fingerprint text not null unique,
  valid_to timestamptz,
  provider_subscription_id text unique,
  provider_transaction_id text,
  price_id text,
  cycle text,
  billing_status text,
  status_at timestamptz,
  deactivation_at timestamptz,
  next_payment_at timestamptz,
  is_past_due boolean not null default false,
  provider_updated_at timestamptz,
  provider_occurred_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on column licenses.valid_to is 'the last instant; null while a paid subscription runs';
comment on column licenses.billing_status is 'null: never billed; otherwise the subscription''s status at the provider';
comment on column licenses.provider_updated_at is 'the newest provider fact applied; older ones arriving later change nothing';
comment on column licenses.provider_occurred_at is 'when the fact applied last happened; decides between facts of equal provider_updated_at';
call gatehouse_protect('licenses');
create index licenses_by_tenant on licenses (tenant_id, created_at, id);
create index licenses_by_next_change on licenses (least(next_payment_at, deactivation_at));

-- Every subscription that a license has had. One that was replaced no longer changes the license.
create table license_subscriptions (
  id text primary key,
  tenant_id uuid not null references tenants (id),
  license_id uuid not null references licenses (id) on delete cascade,
  linked_at timestamptz not null,
  replaced_at timestamptz
);
call gatehouse_protect('license_subscriptions');
create index license_subscriptions_by_license on license_subscriptions (tenant_id, license_id);

-- What the provider told about each payment of an organization: its invoices, newest fact only.
create table provider_transactions (
  id text primary key,
  tenant_id uuid not null references tenants (id),
  organization_id uuid not null references organizations (id),
  subscription_id text,
  status text not null,
  origin text not null,
  invoice_number text,
  currency_code text not null,
  total bigint,
  billed_at timestamptz,
  provider_updated_at timestamptz not null,
  provider_occurred_at timestamptz not null
);
comment on column provider_transactions.total is 'in the lowest unit of the currency, which is not always a hundredth';
call gatehouse_protect('provider_transactions');
create index provider_transactions_by_tenant on provider_transactions (tenant_id, billed_at desc);

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
