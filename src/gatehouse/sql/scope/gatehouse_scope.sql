-- The tenants whose rows this transaction may see: null for the system scope, which sees every tenant, and
-- an empty array where no scope was set.
-- test: tests/security/test_reach.py::test_no_table_shows_rows_of_other_tenants_or_users
create or replace function gatehouse_scope() returns uuid[] language sql stable parallel safe as $$
  select case current_setting('gatehouse.scope', true)
    when 'system' then null
    else coalesce(nullif(current_setting('gatehouse.scope', true), ''), '{}')::uuid[]
  end
$$;
