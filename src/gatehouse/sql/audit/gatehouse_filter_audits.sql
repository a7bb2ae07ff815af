-- Reads those of the next `most` entries that match all filters. Where more entries follow, a row with only
-- a time says from where.
-- test: tests/audit/test_list.py::test_a_call_looks_at_ten_thousand_entries_and_says_where_it_ended
create or replace function gatehouse_filter_audits(
  tenant uuid, starts timestamptz, ends timestamptz, newest_first boolean, most integer, wanted jsonb
) returns table (
  tenant_id uuid, created_at timestamptz, id uuid, actor_user_id uuid, actor_email text, action text,
  description text, ip text, user_agent text, severity text, actor_kind text
) language plpgsql as $$
declare
  conditions text := gatehouse_compose_audit_conditions(wanted);
  direction text;
  behind record;
begin
  perform set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true),
    set_config('enable_seqscan', 'off', true);
  direction := case when newest_first then 'desc' else 'asc' end;
  execute format(
    'select a.created_at, a.id from audits a where a.tenant_id = $1 and a.created_at >= $2 and a.created_at < $3'
    ' order by a.created_at %1$s, a.id %1$s offset $4 - 1 limit 1', direction
  ) into behind using tenant, starts, ends, most;
  if behind.id is not null then
    if newest_first then starts := behind.created_at; else ends := behind.created_at + interval '1 microsecond'; end if;
    conditions := conditions || format(' and (w.created_at, w.id) %s ($6, $7)',
      case when newest_first then '>' else '<' end);
    return query select null::uuid, behind.created_at, null::uuid, null::uuid, null::text, null::text, null::text,
      null::text, null::text, null::text, null::text;
  end if;
  return query execute
    'select w.tenant_id, w.created_at, w.id, w.actor_user_id, w.actor_email, w.action, w.description, w.ip,'
    ' w.user_agent, w.severity, w.actor_kind from audits w'
    ' where w.tenant_id = $1 and w.created_at >= $2 and w.created_at < $3 and ' || conditions
    using tenant, starts, ends, most, wanted, behind.created_at, behind.id;
  perform set_config('enable_sort', 'on', true), set_config('enable_bitmapscan', 'on', true),
    set_config('enable_seqscan', 'on', true);
end $$;
