-- The card provider's own tables, apart from the application's. Created at start, where the simulator runs.

create schema if not exists simulated_cards;

create table if not exists simulated_cards.entities (
  id text primary key,
  kind text not null,
  sequence bigint not null generated always as identity,
  body jsonb not null,
  private jsonb not null default '{}'
);
comment on column simulated_cards.entities.body is 'as the wire shows it';
comment on column simulated_cards.entities.private is 'what the provider knows and shows only when asked';
create index if not exists entities_by_kind on simulated_cards.entities (kind, sequence);
create index if not exists entities_by_customer on simulated_cards.entities ((body ->> 'customer'), kind);
create index if not exists entities_due on simulated_cards.entities (((private ->> 'due_at')::bigint))
  where kind = 'subscription';

create table if not exists simulated_cards.events (
  id text primary key,
  sequence bigint not null generated always as identity,
  type text not null,
  created bigint not null,
  body jsonb not null,
  status text not null default 'not_attempted',
  times_attempted int not null default 0,
  response_code int,
  retry_at timestamptz,
  held boolean not null default false
);
comment on column simulated_cards.events.held is 'waits until a later one has been delivered';
create index if not exists events_open on simulated_cards.events (retry_at)
  where status in ('not_attempted', 'needs_retry');

create table if not exists simulated_cards.answers (
  key text primary key,
  request text not null,
  made_at timestamptz not null,
  status int,
  body text
);
comment on table simulated_cards.answers is 'what calls with an idempotency key were answered';

create table if not exists simulated_cards.switches (
  name text primary key,
  times int not null,
  value text not null
);

grant usage on schema simulated_cards to gatehouse_app;
grant select, insert, update, delete on all tables in schema simulated_cards to gatehouse_app;
grant usage, select on all sequences in schema simulated_cards to gatehouse_app;
