-- Reads the keys of up to `most` entries from the index alone.
-- test: tests/audit/test_list.py::test_rows_are_counted_by_offset_newest_first
create or replace function gatehouse_read_audit_keys(
  tenant uuid, starts timestamptz, ends timestamptz, newest_first boolean, most integer
) returns table (tenant_id uuid, created_at timestamptz, id uuid) language plpgsql as $$
begin
  perform set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true),
    set_config('enable_seqscan', 'off', true);
  return query execute format(
    'select a.tenant_id, a.created_at, a.id from audits a'
    ' where a.tenant_id = $1 and a.created_at >= $2 and a.created_at < $3'
    ' order by a.created_at %1$s, a.id %1$s limit $4',
    case when newest_first then 'desc' else 'asc' end
  ) using tenant, starts, ends, most;
  perform set_config('enable_sort', 'on', true), set_config('enable_bitmapscan', 'on', true),
    set_config('enable_seqscan', 'on', true);
end $$;
