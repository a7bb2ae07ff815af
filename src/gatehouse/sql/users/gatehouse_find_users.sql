-- Users whose name and address match all patterns. Behind row security `ilike` uses no index, so the
-- function runs with the rights of its owner, and returns nothing outside of the system scope. Planned anew
-- for each call: a pattern may match one user or a million.
-- test: tests/identity/test_users.py::test_a_user_is_found_by_id_address_and_words
create or replace function gatehouse_find_users(patterns text[], at_most integer) returns setof uuid
language plpgsql stable security definer rows 100 as $$
declare
  conditions text := 'true';
begin
  if public.gatehouse_scope() is not null then
    return;
  end if;
  for place in 1 .. cardinality(patterns) loop
    conditions := conditions || format(' and (u.name || '' '' || u.email) ilike $1[%s]', place);
  end loop;
  return query execute 'select u.id from public.users u where ' || conditions || ' limit $2'
    using patterns, at_most;
end $$;
revoke execute on function gatehouse_find_users(text[], integer) from public;
grant execute on function gatehouse_find_users(text[], integer) to gatehouse_app, gatehouse_system;
