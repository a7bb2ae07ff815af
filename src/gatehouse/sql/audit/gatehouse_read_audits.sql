-- Reads up to `most` entries of a tenant in the order of time. The planner expects few entries of a tenant
-- and would sort all of them, which are millions in a large tenant, so other plans are switched off while
-- this runs.
-- test: tests/audit/test_export.py::test_filters_reach_everything_however_long_it_is
create or replace function gatehouse_read_audits(
  tenant uuid, starts timestamptz, ends timestamptz, newest_first boolean, most integer,
  after_at timestamptz default null, after_id uuid default null
) returns setof audits language plpgsql as $$
begin
  perform set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true),
    set_config('enable_seqscan', 'off', true);
  return query execute format(
    'select * from audits where tenant_id = $1 and created_at >= $2 and created_at < $3 %s'
    ' order by created_at %2$s, id %2$s limit $4',
    case when after_at is not null then
      format('and (created_at, id) %s ($5, $6)', case when newest_first then '<' else '>' end)
    end,
    case when newest_first then 'desc' else 'asc' end
  ) using tenant, starts, ends, most, after_at, after_id;
  perform set_config('enable_sort', 'on', true), set_config('enable_bitmapscan', 'on', true),
    set_config('enable_seqscan', 'on', true);
end $$;
