-- Deletes expired entries of tenants with a retention of their own, `most` at a time, and then the blocks
-- and erasure records of what was deleted; returns the number of entries.
-- test: tests/audit/test_chain.py::test_an_account_that_keeps_less_loses_what_is_older_and_nothing_is_missed
-- test: tests/audit/test_erased_entries.py::test_records_of_an_account_that_keeps_less_go_with_its_entries
create or replace function gatehouse_forget_audits(today timestamptz, most integer) returns integer
language plpgsql security definer as $$
declare
  scope text := coalesce(current_setting('gatehouse.scope', true), '');
  forgotten integer;
begin
  perform set_config('gatehouse.scope', 'system', true);
  with past as materialized (
    select a.created_at, a.id
    from public.tenants t
    cross join lateral (
      select e.created_at, e.id from public.audits e
      where e.tenant_id = t.id
        and e.created_at < public.gatehouse_audit_kept_since(today, t.audit_retention_days)
      order by e.created_at limit most
    ) a
    where t.audit_retention_days is not null
    limit most
  )
  delete from public.audits a using past where a.created_at = past.created_at and a.id = past.id;
  get diagnostics forgotten = row_count;
  if forgotten < most then
    delete from public.audit_blocks b using public.tenants t
    where t.audit_retention_days is not null and b.tenant_id = t.id
      and b.last_at < public.gatehouse_audit_kept_since(today, t.audit_retention_days);
    delete from public.audit_erasures e using public.tenants t
    where t.audit_retention_days is not null and e.tenant_id = t.id
      and e.created_at < public.gatehouse_audit_kept_since(today, t.audit_retention_days);
  end if;
  perform set_config('gatehouse.scope', scope, true);
  return forgotten;
end $$;
revoke execute on function gatehouse_forget_audits(timestamptz, integer) from public;
grant execute on function gatehouse_forget_audits(timestamptz, integer) to gatehouse_app, gatehouse_system;
