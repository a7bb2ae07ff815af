-- Retired: this version does not call it. Members who match a search.
create or replace function gatehouse_search(
  tenants uuid[], patterns text[], number text, part jsonb, at_most integer
) returns setof roster language plpgsql stable security definer rows 100 as $$
declare
  scope uuid[] := public.gatehouse_scope();
  conditions text := 's.tenant_id = any ($1)';
begin
  if scope is not null then
    tenants := array(select unnest(tenants) intersect select unnest(scope));
  end if;
  for place in 1 .. coalesce(cardinality(patterns), 0) loop
    conditions := conditions || format(' and s.words like $2[%s]', place);
  end loop;
  if number is not null then
    conditions := conditions || ' and s.phone = $3';
  end if;
  if part is not null then
    conditions := conditions || ' and s.metadata @> $4';
  end if;
  return query execute
    'select r.* from public.roster_search s'
    ' join public.roster r on r.tenant_id = s.tenant_id and r.user_id = s.user_id'
    ' where ' || conditions || ' limit $5'
    using tenants, patterns, number, part, at_most;
end $$;
revoke execute on function gatehouse_search(uuid[], text[], text, jsonb, integer) from public;
grant execute on function gatehouse_search(uuid[], text[], text, jsonb, integer) to gatehouse_app, gatehouse_system;
