-- depends: 0019.system_tables
-- Webhooks of tenants, and what was or is to be sent to them.

create table webhooks (
  id uuid primary key,
  tenant_id uuid not null references tenants (id) on delete cascade,
  display_name text not null,
  description text not null default '',
  url text not null,
  sealed_secret bytea,
  event_keys text[] not null,
  is_active boolean not null,
  is_ordered boolean not null default false,
  payload jsonb,
  invocations bigint not null default 0,
  failing_since timestamptz,
  disabled_at timestamptz,
  due_at timestamptz,
  sending_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on column webhooks.event_keys is 'keys of events and ids of categories, which mean all events in them';
comment on column webhooks.failing_since is 'the first failure after the last success';
comment on column webhooks.disabled_at is 'when it was switched off because nothing arrived any more';
comment on column webhooks.due_at is 'when something is to be sent next';
comment on column webhooks.sending_until is 'whoever sends to it has it alone until then';
call gatehouse_protect('webhooks');
create index webhooks_by_tenant on webhooks (tenant_id, created_at, id);
create index webhooks_due on webhooks (due_at) where is_active and due_at is not null;

create table webhook_deliveries (
  id uuid primary key,
  tenant_id uuid not null,
  webhook_id uuid not null references webhooks (id) on delete cascade,
  event_id uuid not null,
  event_key text not null,
  body text not null,
  status text not null check (status in ('waiting', 'delivered', 'dead')),
  attempts integer not null default 0,
  status_code integer,
  answer text not null default '',
  next_attempt_at timestamptz,
  last_attempt_at timestamptz,
  created_at timestamptz not null,
  unique (webhook_id, event_id)
);
comment on column webhook_deliveries.event_id is 'of the audit row; sorts by time, and is the same at every attempt';
comment on column webhook_deliveries.answer is 'the beginning of what the receiver answered, or why there was no answer';
call gatehouse_protect('webhook_deliveries');
create index webhook_deliveries_log on webhook_deliveries (webhook_id, created_at desc, id desc);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_attempt_at)
  where next_attempt_at is not null;
create index webhook_deliveries_in_order on webhook_deliveries (webhook_id, event_id)
  where next_attempt_at is not null;
create index webhook_deliveries_by_age on webhook_deliveries (created_at);
