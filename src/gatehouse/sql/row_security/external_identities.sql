-- Links to accounts at identity providers are seen by their user, and by the tenant that owns the single
-- sign-on connection.
-- test: tests/security/test_reach.py::test_no_table_shows_rows_of_other_tenants_or_users
call enable_row_security('external_identities', user_column => 'user_id', also =>
  '(select true from sso_connections c'
  ' where c.id = case when kind in (''oidc'', ''saml'') then provider::uuid end'
  ' and c.tenant_id = any ((select gatehouse_scope())::uuid[]) limit 1)');
