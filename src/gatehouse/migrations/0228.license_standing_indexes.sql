-- depends: 0227.license_search
-- transactional: false
-- Few are suspended or taken back, and the vendor asks for them among all. Few accounts are deleted, and each list of
-- licenses leaves out theirs.
drop index concurrently if exists licenses_by_suspension;
create index concurrently licenses_by_suspension on licenses (suspended_at) where suspended_at is not null;
drop index concurrently if exists licenses_by_revocation;
create index concurrently licenses_by_revocation on licenses (revoked_at) where revoked_at is not null;
drop index concurrently if exists tenants_deleted;
create index concurrently tenants_deleted on tenants (tenant_id) where deleted_at is not null;
