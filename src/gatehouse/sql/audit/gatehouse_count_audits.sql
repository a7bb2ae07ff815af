-- Counts entries up to `most`, from the index alone, and returns the time of the last one counted.
-- test: tests/audit/test_list.py::test_rows_are_counted_by_offset_newest_first
create or replace function gatehouse_count_audits(
  tenant uuid, starts timestamptz, ends timestamptz, newest_first boolean, most integer
) returns table (n bigint, furthest timestamptz) language plpgsql as $$
begin
  perform set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true),
    set_config('enable_seqscan', 'off', true);
  return query execute format(
    'select count(*), %2$s(s.created_at) from ('
    ' select a.created_at from audits a'
    ' where a.tenant_id = $1 and a.created_at >= $2 and a.created_at < $3'
    ' order by a.created_at %1$s, a.id %1$s limit $4) s',
    case when newest_first then 'desc' else 'asc' end, case when newest_first then 'min' else 'max' end
  ) using tenant, starts, ends, most;
  perform set_config('enable_sort', 'on', true), set_config('enable_bitmapscan', 'on', true),
    set_config('enable_seqscan', 'on', true);
end $$;
