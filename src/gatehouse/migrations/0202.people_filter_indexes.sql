-- depends: 0196.backends
-- transactional: false
-- Those of a tenant's people who are few, whatever the tenant's size: kept out, waiting to accept, here for a while,
-- kept by a directory.
drop index concurrently if exists memberships_disabled;
create index concurrently memberships_disabled on memberships (tenant_id, user_id) where is_disabled;
drop index concurrently if exists memberships_waiting;
create index concurrently memberships_waiting on memberships (tenant_id, user_id) where not activated;
drop index concurrently if exists memberships_for_a_while;
create index concurrently memberships_for_a_while on memberships (tenant_id, temporary_expires_at, user_id)
  where temporary_expires_at is not null;
drop index concurrently if exists memberships_provisioned;
create index concurrently memberships_provisioned on memberships (tenant_id, user_id)
  where managed_by <> 'frontegg';
