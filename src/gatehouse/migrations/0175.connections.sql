-- depends: 0174.first_owner
-- transactional: false
-- The vendor reads the newest connections of all tenants, and those that fail before the others.
create index concurrently if not exists webhooks_newest on webhooks (created_at desc, id desc);
create index concurrently if not exists webhooks_failing on webhooks (id)
  where failing_since is not null or disabled_at is not null;
create index concurrently if not exists sso_connections_newest on sso_connections (created_at desc, id desc);
create index concurrently if not exists scim_connections_newest on scim_connections (created_at desc, id desc)
  where deleted_at is null;
create index concurrently if not exists sso_domains_lost on sso_domains (tenant_id, connection_id)
  where missing_since is not null;
create index concurrently if not exists sso_tests_failed on sso_tests (tenant_id, connection_id) where not passed;
