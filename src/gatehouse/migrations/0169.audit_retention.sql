-- depends: 0161.staff_entries
-- How long an account's audit is kept, where that is shorter than everybody's. `audit_kept_from`: what is older
-- was let go under a setting before, and is missed by nobody.
alter table tenants add column audit_retention_days integer;
alter table tenants add column audit_kept_from timestamptz;
alter table tenants add constraint tenants_audit_retention check (audit_retention_days between 90 and 36500)
  not valid;

-- The month, in UTC, with which begins what such an account keeps; null where it keeps no less. By the database's own time where that is
-- earlier, and never younger than 90 days, as for whole months.
create function gatehouse_audit_kept_since(today timestamptz, days integer) returns timestamptz
language sql stable strict as $$
  select date_trunc('month', (least(today, now()) - greatest(days, 90) * interval '1 day') at time zone 'UTC')
    at time zone 'UTC'
$$;

-- Deletes at most so many entries of the accounts that keep less, the oldest of each first; how many there
-- were. Once none is left, their blocks go too. Whoever calls it may delete nothing by itself.
create function gatehouse_forget_audits(today timestamptz, most integer) returns integer
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
  end if;
  perform set_config('gatehouse.scope', scope, true);
  return forgotten;
end $$;
revoke execute on function gatehouse_forget_audits from public;
grant execute on function gatehouse_forget_audits to gatehouse_app;
