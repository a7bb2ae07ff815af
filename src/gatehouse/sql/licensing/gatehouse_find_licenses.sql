-- Licenses whose own name or whose tenant's name matches the pattern, up to `at_most`. Behind row security
-- `ilike` uses no index, so the function runs with the rights of its owner, and returns nothing outside of
-- the system scope.
-- test: tests/licensing/test_vendor_licenses.py::test_all_are_listed_in_pages_and_found
-- test: tests/licensing/test_vendor_licenses.py::test_licenses_of_a_deleted_account_are_not_listed
create or replace function gatehouse_find_licenses(pattern text, at_most integer) returns setof uuid
language plpgsql stable security definer rows 100 as $$
begin
  if public.gatehouse_scope() is not null then
    return;
  end if;
  return query execute '
    select l.id from public.licenses l where l.name ilike $1
      and l.tenant_id not in (select tenant_id from public.tenants where deleted_at is not null)
    union all
    select l.id from public.tenants t join public.licenses l on l.tenant_id = t.tenant_id
    where t.name ilike $1 and t.deleted_at is null and not l.name ilike $1
    limit $2' using pattern, at_most;
end $$;
revoke execute on function gatehouse_find_licenses(text, integer) from public;
grant execute on function gatehouse_find_licenses(text, integer) to gatehouse_app, gatehouse_system;
