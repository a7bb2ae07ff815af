-- depends: 0189.people_indexes
-- Behind row-level security `ilike` is not leakproof and so uses no index: only these functions do, with the
-- rights of their owner, and only for whoever sees everything.
create policy search on users for select to current_user using (true);
create policy search on licenses for select to current_user using (true);

-- Who has all of the patterns in name and address. Planned anew each time: there may be one or a million.
create function gatehouse_find_users(patterns text[], at_most integer) returns setof uuid
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
revoke execute on function gatehouse_find_users from public;
grant execute on function gatehouse_find_users to gatehouse_app;

create function gatehouse_find_licenses(pattern text) returns setof uuid
language plpgsql stable security definer rows 100 as $$
begin
  if public.gatehouse_scope() is not null then
    return;
  end if;
  return query execute 'select l.id from public.licenses l where l.name ilike $1' using pattern;
end $$;
revoke execute on function gatehouse_find_licenses from public;
grant execute on function gatehouse_find_licenses to gatehouse_app;
