-- depends: 0090.entitlements
-- Events of the vendor's own product; who is told of events by mail and text message, and what came of it.

create table vendor_events (
  id uuid primary key default gen_random_uuid(),
  key text not null unique,
  name text not null,
  description text not null default '',
  category text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create trigger configured after insert or update or delete on vendor_events
  for each statement execute function gatehouse_configured();

create table triggered_events (
  id uuid primary key,
  tenant_id uuid not null references tenants (id) on delete cascade,
  event_key text not null,
  created_at timestamptz not null
);
comment on column triggered_events.id is 'of the audit row';
call gatehouse_protect('triggered_events');
create index triggered_events_by_age on triggered_events (created_at);
create index triggered_events_by_tenant on triggered_events (tenant_id);

create table event_channels (
  tenant_id uuid not null references tenants (id) on delete cascade,
  channel text not null check (channel in ('email', 'sms')),
  event_key text not null,
  enabled boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, channel, event_key)
);
comment on table event_channels is 'events of which an account tells somebody; one without subscriptions is deleted';
call gatehouse_protect('event_channels');

create table event_subscriptions (
  id uuid primary key,
  tenant_id uuid not null,
  channel text not null,
  event_key text not null,
  name text not null,
  enabled boolean not null,
  recipients text[] not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  foreign key (tenant_id, channel, event_key) references event_channels on delete cascade
);
call gatehouse_protect('event_subscriptions');
create index event_subscriptions_by_event
  on event_subscriptions (tenant_id, channel, event_key, created_at, id);

create table event_messages (
  id uuid primary key,
  tenant_id uuid not null references tenants (id) on delete cascade,
  event_id uuid not null,
  event_key text not null,
  channel text not null check (channel in ('email', 'sms', 'slack')),
  recipient text not null,
  content jsonb,
  status text not null check (status in ('waiting', 'sent', 'failed')),
  error text not null default '',
  claimed_until timestamptz,
  created_at timestamptz not null,
  finished_at timestamptz,
  unique (event_id, channel, recipient)
);
comment on column event_messages.event_id is 'of the audit row: nobody is told of one event twice by the same channel';
comment on column event_messages.content is 'until it was sent, or given up';
comment on column event_messages.error is 'why the last attempt failed';
call gatehouse_protect('event_messages');
create index event_messages_failed on event_messages (tenant_id, channel, event_key, finished_at desc)
  where status = 'failed';
create index event_messages_by_tenant on event_messages (tenant_id);
create index event_messages_by_age on event_messages (created_at);
create index event_messages_failed_lately on event_messages (tenant_id, channel, finished_at desc)
  where status = 'failed';
