-- depends: 0139.vendor_licenses
-- transactional: false
-- The orders in which the vendor lists all licenses, parts of their names, and the events of a subscription.
drop index concurrently if exists licenses_by_reference;
create unique index concurrently licenses_by_reference on licenses (reference) where reference is not null;
drop index concurrently if exists licenses_by_name;
create index concurrently licenses_by_name on licenses (lower(name) nulls first, id);
drop index concurrently if exists licenses_by_age;
create index concurrently licenses_by_age on licenses (created_at nulls first, id);
drop index concurrently if exists licenses_by_end;
create index concurrently licenses_by_end
  on licenses ((case when valid_to is not null then greatest(valid_to, extended_until) end) nulls first, id);
drop index concurrently if exists licenses_by_words;
create index concurrently licenses_by_words on licenses using gin (name gin_trgm_ops);
drop index concurrently if exists provider_events_by_subscription;
create index concurrently provider_events_by_subscription on provider_events (subscription_id, received_at)
  where subscription_id is not null;
