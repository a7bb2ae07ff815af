-- depends: 0010.waiting_names
-- transactional: false
-- What a permission is held by, what a tenant's roles hold, and orders of the roster. The index of all words
-- of all people served no query, because the lists read the roster.
drop index concurrently if exists users_text;
drop index concurrently if exists role_permissions_by_permission;
create index concurrently role_permissions_by_permission on role_permissions (permission_id, tenant_id, role_id);
drop index concurrently if exists role_permissions_by_tenant;
create index concurrently role_permissions_by_tenant on role_permissions (tenant_id, permission_id, role_id);
drop index concurrently if exists memberships_with_access;
create index concurrently memberships_with_access on memberships (tenant_id) where sub_account_access_allowed;
drop index concurrently if exists users_invisible;
create index concurrently users_invisible on users (id) where invisible;
drop index concurrently if exists roster_by_verified;
create index concurrently roster_by_verified on roster (tenant_id, verified nulls first, user_id);
drop index concurrently if exists roster_by_provider;
create index concurrently roster_by_provider on roster (tenant_id, provider nulls first, user_id);
