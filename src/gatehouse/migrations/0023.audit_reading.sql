-- depends: 0022.audit_partitions
-- Reads a tenant's audit in the order of time, `most` entries from one end of a span, and never more. The
-- planner takes most tenants for small and would rather sort all that a tenant has, month by month; of a
-- large one that is millions. So what it may do is narrowed down while this runs.
create function gatehouse_read_audits(
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

-- The same of nothing but what the index has.
create function gatehouse_read_audit_keys(
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
