-- depends: 0174.first_owner
-- transactional: false
-- The vendor reads the newest connections of all tenants, and those that fail before the others.
drop index concurrently if exists webhooks_newest;
create index concurrently webhooks_newest on webhooks (created_at desc, id desc);
drop index concurrently if exists webhooks_failing;
create index concurrently webhooks_failing on webhooks (id)
  where failing_since is not null or disabled_at is not null;
drop index concurrently if exists sso_connections_newest;
create index concurrently sso_connections_newest on sso_connections (created_at desc, id desc);
drop index concurrently if exists scim_connections_newest;
create index concurrently scim_connections_newest on scim_connections (created_at desc, id desc)
  where deleted_at is null;
drop index concurrently if exists sso_domains_lost;
create index concurrently sso_domains_lost on sso_domains (tenant_id, connection_id)
  where missing_since is not null;
drop index concurrently if exists sso_tests_failed;
create index concurrently sso_tests_failed on sso_tests (tenant_id, connection_id) where not passed;
