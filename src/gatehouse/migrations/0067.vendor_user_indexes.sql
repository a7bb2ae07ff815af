-- depends: 0066.vendor_users
-- transactional: false
-- Whom the vendor keeps out, and its own look at everybody.
drop index concurrently if exists users_locked;
create index concurrently users_locked on users (id) where locked_at is not null;
drop index concurrently if exists users_by_external_id;
create index concurrently users_by_external_id on users (external_id) where external_id is not null;
drop index concurrently if exists users_by_creation;
create index concurrently users_by_creation on users (created_at, id);
drop index concurrently if exists users_by_name;
create index concurrently users_by_name on users (lower(name), id);
