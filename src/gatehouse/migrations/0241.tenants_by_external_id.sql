-- depends: 0240.external_tenant_ids
-- transactional: false
-- No two tenants are named by the same text.
drop index concurrently if exists tenants_by_external_id;
create unique index concurrently tenants_by_external_id on tenants (external_id) where external_id is not null;
