-- One page of the tenants whose names match the pattern, and how many there are up to `at_most`: those below the
-- tenant with the path `top`, or all, of these only `ids` and children of `parent` where given. Returns nothing
-- outside of the system scope.
-- The names are read once for both, and planned anew for each call, because a pattern may match one name or all.
-- Runs with the rights of its owner, since conditions on text use no index behind row security.
-- test: tests/directory/test_tenants.py::test_accounts_are_listed_in_pages
-- test: tests/directory/test_hierarchy.py::test_a_search_goes_all_the_way_down
create or replace function gatehouse_find_tenants(
  pattern text, top text, ids uuid[], parent uuid, sort text, down boolean, most bigint, skipped bigint,
  at_most bigint
) returns table (id uuid, place bigint, total bigint)
language plpgsql stable security definer rows 100 as $$
#variable_conflict use_column
declare
  keys constant jsonb := '{"name": "lower(t.name)", "createdAt": "t.created_at", "tenantId": "t.id"}';
  near constant text := current_setting('random_page_cost');
  found uuid[];
  n bigint;
begin
  if public.gatehouse_scope() is not null then
    return;
  end if;
  -- The rows of tenants in use are in memory, so a random read costs no more than a sequential one.
  perform set_config('random_page_cost', '1.1', true);
  execute format('with f as materialized ('
    'select t.id, %s as key from public.tenants t where t.deleted_at is null and t.name ilike $1%s%s%s)'
    ' select (select count(*) from f), array(select f.id from f order by f.key %s limit $5 offset $6)',
    keys ->> sort,
    case when top is not null then ' and t.path ~>~ $2 and t.path ~<~ ($2 || ''~'')' end,
    case when ids is not null then ' and t.id = any ($3)' end,
    case when parent is not null then ' and t.parent_id = $4' end,
    case when down then 'desc nulls last, f.id desc' else 'asc nulls first, f.id asc' end
  ) into n, found using pattern, top, ids, parent, most, skipped;
  perform set_config('random_page_cost', near, true);
  n := least(n, at_most);
  if found = '{}' then
    return query select null::uuid, null::bigint, n;
  else
    return query select f.id, f.place, n from unnest(found) with ordinality f (id, place);
  end if;
end $$;
revoke execute on function gatehouse_find_tenants(
  text, text, uuid[], uuid, text, boolean, bigint, bigint, bigint
) from public;
grant execute on function gatehouse_find_tenants(
  text, text, uuid[], uuid, text, boolean, bigint, bigint, bigint
) to gatehouse_app, gatehouse_system;
