-- Sessions are seen by their user, and by administrators of their tenant.
-- test: tests/security/test_reach.py::test_nobody_elses_row_shows_in_any_table
call enable_row_security('session_tenants', tenant_column => 'tenant_id', user_column => 'user_id');
call enable_row_security('sessions', tenant_column => 'tenant_id', user_column => 'user_id');
