-- One page of those of the next `searched` entries that match all filters, and how many match. Where more entries
-- follow, `furthest` is the time of the next one. Only times, ids and the key of the order are kept of what matches.
-- test: tests/audit/test_list.py::test_a_call_looks_at_ten_thousand_entries_and_says_where_it_ended
create or replace function gatehouse_page_audits(
  tenant uuid, starts timestamptz, ends timestamptz, newest_first boolean, searched integer, wanted jsonb,
  sort text, down boolean, most bigint, skipped bigint
) returns table (created_at timestamptz, id uuid, place bigint, total bigint, furthest timestamptz)
language plpgsql rows 100 as $$
declare
  keys constant jsonb := '{
    "createdAt": "w.created_at", "email": "lower(w.actor_email collate \"C\")", "action": "w.action",
    "description": "lower(w.description)", "ip": "w.ip", "userAgent": "w.user_agent",
    "severity": "array_position(''{Info,Medium,High,Error,Critical}''::text[], w.severity)"
  }';
  conditions text := gatehouse_compose_audit_conditions(wanted);
  behind record;
begin
  perform set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true),
    set_config('enable_seqscan', 'off', true);
  -- Planned once: planning for every month costs as much as reading the index.
  if newest_first then
    select a.created_at, a.id into behind from audits a
    where a.tenant_id = tenant and a.created_at >= starts and a.created_at < ends
    order by a.created_at desc, a.id desc offset searched limit 1;
    starts := coalesce(behind.created_at, starts);
  else
    select a.created_at, a.id into behind from audits a
    where a.tenant_id = tenant and a.created_at >= starts and a.created_at < ends
    order by a.created_at, a.id offset searched limit 1;
    ends := coalesce(behind.created_at + interval '1 microsecond', ends);
  end if;
  if behind.id is not null then
    conditions := conditions || format(' and (w.created_at, w.id) %s ($6, $7)',
      case when newest_first then '>' else '<' end);
  end if;
  return query execute format(
    'with f as materialized (select w.created_at, w.id, %1$s as key from audits w'
    ' where w.tenant_id = $1 and w.created_at >= $2 and w.created_at < $3 and %2$s)'
    ' select p.created_at, p.id, row_number() over (order by p.key %3$s, p.id %4$s), c.n, $6'
    ' from (select count(*) as n from f) c left join'
    ' (select f.* from f order by f.key %3$s, f.id %4$s limit $8 offset $9) p on true',
    keys ->> sort, conditions,
    case when down then 'desc nulls last' else 'asc nulls first' end, case when down then 'desc' else 'asc' end
  ) using tenant, starts, ends, searched, wanted, behind.created_at, behind.id, most, skipped;
  perform set_config('enable_sort', 'on', true), set_config('enable_bitmapscan', 'on', true),
    set_config('enable_seqscan', 'on', true);
end $$;
