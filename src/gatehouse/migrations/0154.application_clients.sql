-- depends: 0146.paid_invoices
-- Agents that sign people in beside an application: each is an application of its own, with its own secret and
-- addresses, and goes with the one that it belongs to.

create table application_clients (
  application_id uuid primary key references applications (id) on delete cascade,
  parent_id uuid not null references applications (id) on delete cascade,
  external_metadata jsonb,
  registered_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on column application_clients.external_metadata is 'for the vendor''s own use';
comment on column application_clients.registered_at is 'when it registered itself; null: the vendor made it';
call gatehouse_keep_to_system('application_clients');
create index application_clients_by_parent on application_clients (parent_id);
create index application_clients_registered on application_clients (registered_at)
  where registered_at is not null;
