-- The user for whom this transaction runs, or null.
-- test: tests/security/test_reach.py::test_a_users_own_rows_are_invisible_to_colleagues
create or replace function gatehouse_user() returns uuid language sql stable parallel safe as $$
  select nullif(current_setting('gatehouse.user_id', true), '')::uuid
$$;
