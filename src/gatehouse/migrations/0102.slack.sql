-- depends: 0101.event_subscriptions
-- The Slack workspace of a tenant, and which of its channels are told of which events.

create table slack_installations (
  id uuid primary key,
  tenant_id uuid not null unique references tenants (id) on delete cascade,
  team_id text not null,
  team_name text not null,
  sealed_token bytea not null,
  created_at timestamptz not null
);
call gatehouse_protect('slack_installations');

create table slack_subscriptions (
  id uuid primary key,
  tenant_id uuid not null references tenants (id) on delete cascade,
  is_active boolean not null,
  slack_events jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on column slack_subscriptions.slack_events is
  'a list of eventKey, channelIds, and what title and message to say instead of the usual';
call gatehouse_protect('slack_subscriptions');
create index slack_subscriptions_by_tenant on slack_subscriptions (tenant_id, created_at, id);
