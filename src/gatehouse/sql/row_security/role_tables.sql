-- Roles without a tenant are the vendor's: every tenant reads them, and none changes them.
-- test: tests/security/test_reach.py::test_no_table_shows_rows_of_other_tenants_or_users
-- test: tests/kit/test_triggers.py::test_a_tenant_changes_no_role_of_the_vendor
call enable_row_security('role_permissions', tenant_column => 'tenant_id', also_read => 'tenant_id is null');
call enable_row_security('roles', tenant_column => 'tenant_id', also_read => 'tenant_id is null');
