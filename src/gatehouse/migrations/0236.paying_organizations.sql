-- depends: 0235.sessions_by_over
-- transactional: false
-- Whose subscriptions are to be read again, looked up every two minutes: as for sessions, the index of a `coalesce`
-- was read whole.
drop index concurrently if exists organizations_to_read;
create index concurrently organizations_to_read
  on organizations (greatest(provider_read_at, '-infinity')) where provider_customer_id is not null;
drop index concurrently if exists organizations_by_read;
