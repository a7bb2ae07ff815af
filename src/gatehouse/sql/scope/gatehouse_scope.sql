-- The tenants whose rows this transaction may see: null for the system scope, which sees every tenant, and
-- an empty array where no scope was set.
-- test: tests/kit/test_schema.py::test_another_tenants_rows_are_invisible_without_a_where
create or replace function gatehouse_scope() returns uuid[] language sql stable parallel safe as $$
  select case current_setting('gatehouse.scope', true)
    when 'system' then null
    else coalesce(nullif(current_setting('gatehouse.scope', true), ''), '{}')::uuid[]
  end
$$;
