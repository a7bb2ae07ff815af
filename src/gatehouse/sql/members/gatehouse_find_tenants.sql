-- One page of the tenants whose names match the pattern, and how many there are up to `at_most`: those below the
-- tenant with the path `top`, or all, of these only `ids` and children of `parent` where given. Returns nothing
-- outside of the system scope.
-- Statements are planned anew for each call, because a pattern may match one name or all. Names are read once, to
-- count them. What few have is sorted. What an eighth of all have is read from the nearer end of the index that has
-- the order of the list, since the beginning of a name may be that of many names in a row.
-- Runs with the rights of its owner, since conditions on text use no index behind row security.
-- test: tests/directory/test_tenants.py::test_accounts_are_listed_in_pages
-- test: tests/plans/test_plans.py::test_words_of_all_tenants_find_all_in_the_order_of_the_list
-- test: tests/directory/test_hierarchy.py::test_a_search_goes_all_the_way_down
create or replace function gatehouse_find_tenants(
  pattern text, top text, ids uuid[], parent uuid, sort text, down boolean, most bigint, skipped bigint,
  at_most bigint
) returns table (id uuid, place bigint, total bigint)
language plpgsql stable security definer rows 100 as $$
#variable_conflict use_column
declare
  keys constant jsonb := '{"name": "lower(t.name)", "createdAt": "t.created_at", "tenantId": "t.tenant_id"}';
  near constant text := current_setting('random_page_cost');
  -- As the index of each order has it.
  up constant text := case when sort = 'tenantId' then 'asc' else 'asc nulls first, tenant_id asc' end;
  back constant text := case when sort = 'tenantId' then 'desc' else 'desc nulls last, tenant_id desc' end;
  narrowed constant text := concat(
    case when top is not null then ' and t.path ~>~ $2 and t.path ~<~ ($2 || ''~'')' end,
    case when ids is not null then ' and t.id = any ($3)' end,
    case when parent is not null then ' and t.parent_id = $4' end);
  met constant text := 'from public.tenants t where t.deleted_at is null and t.name ilike $1' || narrowed;
  found uuid[];
  n bigint;
  many boolean;
  reversed boolean;
begin
  if public.gatehouse_scope() is not null then
    return;
  end if;
  -- The rows of tenants in use are in memory, so a random read costs no more than a sequential one.
  perform set_config('random_page_cost', '1.1', true);
  execute 'select array(select t.id ' || met || ' limit $5)' into found using pattern, top, ids, parent, at_most + 1;
  n := cardinality(found);
  select n * 8 > reltuples into many from pg_catalog.pg_class where oid = 'public.tenants'::regclass;
  if n <= at_most and not many then
    execute format('select array(select t.id from public.tenants t where t.id = any ($1) order by %s %s'
      ' limit $2 offset $3)', keys ->> sort, case when down then back else up end)
    into found using found, most, skipped;
  else
    reversed := n <= at_most and skipped * 2 > n;
    if reversed then
      most := least(most, n - skipped);
      skipped := n - skipped - most;
    end if;
    execute format('select array(select p.tenant_id from (select t.tenant_id, %1$s as key from (select t.* %2$s%5$s) t'
      ' order by %1$s %3$s limit $5 offset $6) p order by p.key %4$s)', keys ->> sort, met,
      case when down <> reversed then back else up end, case when down then back else up end,
      case when not many then ' offset 0' end
    ) into found using pattern, top, ids, parent, greatest(most, 0), greatest(skipped, 0);
  end if;
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
