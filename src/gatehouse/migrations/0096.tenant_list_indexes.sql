-- depends: 0095.vendor_tenants
-- transactional: false
-- The orders in which the vendor lists all accounts, and parts of their names.
drop index concurrently if exists tenants_by_name;
create index concurrently tenants_by_name on tenants (lower(name) nulls first, tenant_id)
  where deleted_at is null;
drop index concurrently if exists tenants_by_age;
create index concurrently tenants_by_age on tenants (created_at nulls first, tenant_id)
  where deleted_at is null;
drop index concurrently if exists tenants_by_id;
create unique index concurrently tenants_by_id on tenants (tenant_id) where deleted_at is null;
drop index concurrently if exists tenants_by_words;
create index concurrently tenants_by_words on tenants using gin (name gin_trgm_ops)
  where deleted_at is null;
