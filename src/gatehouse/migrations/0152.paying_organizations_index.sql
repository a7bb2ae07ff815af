-- depends: 0004.licensing
-- transactional: false
-- Who pays, those first whose subscriptions were read at the provider the longest ago.
drop index concurrently if exists organizations_by_read;
create index concurrently organizations_by_read
  on organizations (coalesce(provider_read_at, '-infinity')) where provider_customer_id is not null;
