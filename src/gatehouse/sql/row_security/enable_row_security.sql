-- Enables row security of a table, in place of what it had: the application sees rows of the tenants of the
-- transaction by `tenant_column`, rows of its user by `user_column`, and rows that meet the condition
-- `also`. Rows that meet `also_read` can be read and not written. Without any of them only the system scope
-- sees the table. The sub-selects are evaluated once a statement instead of once a row. The role
-- `gatehouse_system` sees every row, and a condition that is always true costs a statement nothing.
-- test: tests/operations/test_current_sql.py::test_the_text_of_a_trigger_and_of_row_security_changes
create or replace procedure enable_row_security(
  secured regclass, tenant_column text default null, user_column text default null, also text default null,
  also_read text default null
) language plpgsql as $$
declare
  is_system constant text := '(select gatehouse_scope()) is null';
  is_own constant text := concat_ws(' or ',
    quote_ident(tenant_column) || ' = any ((select gatehouse_scope())::uuid[])',
    quote_ident(user_column) || ' = (select gatehouse_user())',
    also);
begin
  execute format('alter table %s enable row level security', secured);
  execute format('alter table %s force row level security', secured);
  execute format('drop policy if exists tenant_scope on %s', secured);
  execute format('drop policy if exists own_rows on %s', secured);
  execute format('drop policy if exists system_only on %s', secured);
  execute format('drop policy if exists reach on %s', secured);
  execute format('drop policy if exists everything on %s', secured);
  execute format('create policy everything on %s to gatehouse_system using (true)', secured);
  execute format('create policy reach on %s using (%s)',
    secured, concat_ws(' or ', is_system, also_read, nullif(is_own, '')));
  if also_read is not null then
    execute format('alter policy reach on %s with check (%s)', secured, concat_ws(' or ', is_system, nullif(is_own, '')));
  end if;
end $$;
