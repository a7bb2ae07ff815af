-- Users and their user names are seen by the user, and by the tenants where the user is a member. A scalar
-- sub-select, because the planner would turn `exists` into a list of all members of the tenant.
-- test: tests/security/test_reach.py::test_nobody_elses_row_shows_in_any_table
call enable_row_security('usernames', user_column => 'user_id', also =>
  '(select true from memberships m where m.user_id = usernames.user_id'
  ' and m.tenant_id = any ((select gatehouse_scope())::uuid[]) limit 1)');
call enable_row_security('users', user_column => 'id', also =>
  '(select true from memberships m where m.user_id = users.id'
  ' and m.tenant_id = any ((select gatehouse_scope())::uuid[]) limit 1)');
