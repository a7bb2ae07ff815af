-- The user for whom this transaction runs, or null.
-- test: tests/security/test_reach.py::test_what_is_a_persons_own_shows_to_no_colleague
create or replace function gatehouse_user() returns uuid language sql stable parallel safe as $$
  select nullif(current_setting('gatehouse.user_id', true), '')::uuid
$$;
