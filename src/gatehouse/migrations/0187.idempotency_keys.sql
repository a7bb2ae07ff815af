-- depends: 0186.federation_indexes
-- Calls of backends that say how to tell a repeated one, with what was answered.
create table idempotency_keys (
  id uuid primary key, -- of the caller and the key
  sealed_answer bytea, -- with a hash of what was asked
  created_at timestamptz not null
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
call gatehouse_keep_to_system('idempotency_keys');
