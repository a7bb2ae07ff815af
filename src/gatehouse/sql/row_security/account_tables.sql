-- Users and their user names are seen by the user, and by the tenants where the user is a member. A scalar
-- sub-select, because the planner would turn `exists` into a list of all members of the tenant.
-- test: tests/security/test_reach.py::test_no_table_shows_rows_of_other_tenants_or_users
call enable_row_security('usernames', user_column => 'user_id', also =>
  '(select true from memberships m where m.user_id = usernames.user_id'
  ' and m.tenant_id = any ((select gatehouse_scope())::uuid[]) limit 1)');
call enable_row_security('users', user_column => 'id', also =>
  '(select true from memberships m where m.user_id = users.id'
  ' and m.tenant_id = any ((select gatehouse_scope())::uuid[]) limit 1)');
