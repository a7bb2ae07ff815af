-- The provider's own tables, apart from the application's. Created at start, where the simulator runs.

create schema if not exists simulated_checkout;

create table if not exists simulated_checkout.entities (
  id text primary key,
  kind text not null,
  sequence bigint not null generated always as identity,
  body jsonb not null,
  private jsonb not null default '{}'
);
comment on column simulated_checkout.entities.body is 'as the wire shows it';
comment on column simulated_checkout.entities.private is 'what the provider knows and never shows';
create index if not exists entities_by_kind on simulated_checkout.entities (kind, sequence);
create index if not exists entities_by_customer on simulated_checkout.entities ((body ->> 'customer_id'), kind);
create unique index if not exists customers_email on simulated_checkout.entities (lower(body ->> 'email'))
  where kind = 'customer';

create table if not exists simulated_checkout.events (
  id text primary key,
  sequence bigint not null generated always as identity,
  type text not null,
  occurred_at timestamptz not null,
  data jsonb not null
);

create table if not exists simulated_checkout.notifications (
  id text primary key,
  sequence bigint not null generated always as identity,
  event_id text not null references simulated_checkout.events,
  destination_id text not null references simulated_checkout.entities,
  origin text not null,
  status text not null,
  times_attempted int not null default 0,
  last_attempt_at timestamptz,
  delivered_at timestamptz,
  replayed_at timestamptz,
  retry_at timestamptz,
  held boolean not null default false
);
comment on column simulated_checkout.notifications.held is 'waits until a later one has been delivered';
create index if not exists notifications_by_event on simulated_checkout.notifications (event_id);
create index if not exists notifications_open on simulated_checkout.notifications (retry_at)
  where status in ('not_attempted', 'needs_retry');

create table if not exists simulated_checkout.attempts (
  id text primary key,
  notification_id text not null references simulated_checkout.notifications,
  attempted_at timestamptz not null,
  response_code int not null,
  response_content_type text,
  response_body text not null
);
create index if not exists attempts_by_notification on simulated_checkout.attempts (notification_id, attempted_at);

create table if not exists simulated_checkout.switches (
  name text primary key,
  times int not null,
  value text not null
);

create sequence if not exists simulated_checkout.invoice_numbers;

grant usage on schema simulated_checkout to gatehouse_app;
grant select, insert, update, delete on all tables in schema simulated_checkout to gatehouse_app;
grant usage, select on all sequences in schema simulated_checkout to gatehouse_app;
