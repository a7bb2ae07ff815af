-- Roles without a tenant are the vendor's: every tenant reads them, and none changes them.
-- test: tests/kit/test_schema.py::test_another_tenants_rows_cannot_be_written
call enable_row_security('role_permissions', tenant_column => 'tenant_id', also_read => 'tenant_id is null');
call enable_row_security('roles', tenant_column => 'tenant_id', also_read => 'tenant_id is null');
