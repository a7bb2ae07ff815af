-- depends: 0105.sso_domain_holder
-- Accounts that pay for a plan by card: what the vendor sells, and a copy of what the card provider knows.

alter table plans
  add column price_id text,
  add column trial_days integer check (trial_days between 1 and 730);
comment on column plans.price_id is 'of the card provider: what an account pays for it; null: not for sale';

alter table vendor
  add column default_plan text,
  add column allow_plan_downgrade boolean not null default true,
  add column allow_plan_cancellation boolean not null default true;
comment on column vendor.default_plan is 'key of the plan that an account without a subscription is shown';

create table billing_prices (
  id text primary key,
  product text not null,
  amount bigint not null check (amount >= 0),
  currency text not null,
  every text not null check (every in ('day', 'week', 'month', 'year')),
  every_count integer not null check (every_count > 0),
  created_at timestamptz not null
);
comment on table billing_prices is 'of the card provider, where the amount of a price never changes';

create table billing_accounts (
  id uuid primary key,
  tenant_id uuid not null unique references tenants (id) on delete cascade,
  externally_managed boolean not null default false,
  default_plan text,
  customer text unique,
  default_method text,
  order_id uuid,
  order_for text,
  ordered_at timestamptz,
  reading bigint not null default 0,
  read_at timestamptz,
  watched_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on column billing_accounts.customer is 'who the account is at the card provider; also default_method is theirs';
comment on column billing_accounts.order_id is 'what is being charged now; the same order never charges twice';
comment on column billing_accounts.reading is 'number of the look at the provider that the copy is of; a later one has a higher number';
comment on column billing_accounts.watched_until is 'somebody pays or adds a card: read again until then, should news be lost';
call gatehouse_protect('billing_accounts');
create index billing_accounts_watched on billing_accounts (watched_until) where watched_until is not null;
create sequence billing_readings;

create table billing_subscriptions (
  id uuid primary key,
  tenant_id uuid not null references tenants (id) on delete cascade,
  external_id text not null unique,
  item text not null,
  status text not null,
  price text not null,
  plan text,
  method text,
  latest_invoice text,
  started_at timestamptz not null,
  period_starts_at timestamptz not null,
  period_ends_at timestamptz not null,
  trial_ends_at timestamptz,
  cancels_at_period_end boolean not null,
  canceled_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null
);
comment on column billing_subscriptions.status is 'in the words of the card provider; item, price, method and latest_invoice are its ids';
comment on column billing_subscriptions.plan is 'key of the plan that the price was for; null: it was for none';
call gatehouse_protect('billing_subscriptions');
create index billing_subscriptions_by_tenant on billing_subscriptions (tenant_id, started_at desc, id desc);
create index billing_subscriptions_due on billing_subscriptions (period_ends_at) where ended_at is null;
-- Who is entitled to a plan, and what the vendor's backends read, follows.
create trigger entitled after insert or delete or update of status, plan on billing_subscriptions
  for each statement execute function gatehouse_entitled();

create table billing_payment_methods (
  id uuid primary key,
  tenant_id uuid not null references tenants (id) on delete cascade,
  external_id text not null unique,
  brand text not null,
  last4 text not null,
  exp_month integer not null,
  exp_year integer not null,
  name text not null,
  email text,
  address jsonb,
  created_at timestamptz not null
);
call gatehouse_protect('billing_payment_methods');
create index billing_payment_methods_by_tenant on billing_payment_methods (tenant_id, created_at desc, id desc);

create table billing_invoices (
  id uuid primary key,
  tenant_id uuid not null references tenants (id) on delete cascade,
  external_id text not null unique,
  subscription text,
  number text,
  receipt_number text,
  status text not null,
  currency text not null,
  total bigint not null,
  created_at timestamptz not null,
  paid_at timestamptz
);
comment on column billing_invoices.subscription is 'the card provider''s id of it';
call gatehouse_protect('billing_invoices');
create index billing_invoices_by_tenant on billing_invoices (tenant_id, created_at desc, id desc);

create table billing_events (
  id text primary key,
  type text not null,
  customer text,
  received_at timestamptz not null,
  taken_until timestamptz,
  applied_at timestamptz,
  outcome text
);
comment on table billing_events is 'what the card provider said has changed, each once; what it became is read there';
comment on column billing_events.taken_until is 'somebody reads the account for it until then at the latest';
call gatehouse_keep_to_system('billing_events');
create index billing_events_waiting on billing_events (received_at) where applied_at is null;
create index billing_events_by_customer on billing_events (customer) where applied_at is null;
create index billing_events_by_age on billing_events (received_at);

insert into permissions (category_id, key, name)
select c.id, p.key, p.name
from (values
  ('fe.subscriptions.read.billing', 'View plan, payment methods and invoices'),
  ('fe.subscriptions.write.billing', 'Change plan and payment methods')
) as p (key, name)
join permission_categories c on c.name = 'Subscriptions';
