-- Retired: this version does not call it. Reads what lists of the audit filter and sort by.
create or replace function gatehouse_read_audit_columns(
  tenant uuid, starts timestamptz, ends timestamptz, newest_first boolean, most integer
) returns table (
  tenant_id uuid, created_at timestamptz, id uuid, actor_user_id uuid, actor_email text, action text,
  description text, ip text, user_agent text, severity text, actor_kind text
) language plpgsql as $$
begin
  perform set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true),
    set_config('enable_seqscan', 'off', true);
  return query execute format(
    'select a.tenant_id, a.created_at, a.id, a.actor_user_id, a.actor_email, a.action, a.description, a.ip,'
    ' a.user_agent, a.severity, a.actor_kind from audits a'
    ' where a.tenant_id = $1 and a.created_at >= $2 and a.created_at < $3'
    ' order by a.created_at %1$s, a.id %1$s limit $4',
    case when newest_first then 'desc' else 'asc' end
  ) using tenant, starts, ends, most;
  perform set_config('enable_sort', 'on', true), set_config('enable_bitmapscan', 'on', true),
    set_config('enable_seqscan', 'on', true);
end $$;
