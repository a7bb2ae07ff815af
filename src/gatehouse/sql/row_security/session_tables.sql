-- Sessions are seen by their user, and by administrators of their tenant.
-- test: tests/security/test_reach.py::test_no_table_shows_rows_of_other_tenants_or_users
call enable_row_security('session_tenants', tenant_column => 'tenant_id', user_column => 'user_id');
call enable_row_security('sessions', tenant_column => 'tenant_id', user_column => 'user_id');
