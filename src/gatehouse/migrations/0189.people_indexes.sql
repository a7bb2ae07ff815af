-- depends: 0188.audit_columns
-- transactional: false
-- The orders in which the vendor lists everybody, as `ListOf` writes them, and parts of names and addresses.
drop index concurrently if exists users_by_age;
create index concurrently users_by_age on users (created_at nulls first, id);
drop index concurrently if exists users_by_folded_name;
create index concurrently users_by_folded_name on users (lower(name) nulls first, id);
drop index concurrently if exists users_by_address;
create index concurrently users_by_address on users (email nulls first, id);
drop index concurrently if exists users_by_words;
create index concurrently users_by_words on users using gin ((name || ' ' || email) gin_trgm_ops);
drop index concurrently if exists users_by_creation;
drop index concurrently if exists users_by_name
