-- Creates the partitions that rows wait for and those of the next months, and drops the expired ones;
-- returns how many were dropped. The application may call it and owns nothing, so it goes by the time of
-- the database where that is earlier, and never drops what is younger than 90 days.
-- test: tests/audit/test_months.py::test_the_months_to_come_are_there_before_they_begin
-- test: tests/audit/test_months.py::test_nothing_young_goes_whatever_the_role_says
create or replace function gatehouse_keep_audit_months(today timestamptz, kept interval) returns integer
language plpgsql security definer as $$
declare
  scope text := coalesce(current_setting('gatehouse.scope', true), '');
  until timestamptz := least(today, now()) - greatest(kept, interval '90 days');
  months timestamp[];
  month timestamp;
  opens timestamptz;
  closes timestamptz;
  past regclass;
  dropped integer := 0;
begin
  perform set_config('gatehouse.scope', 'system', true);
  months := array(
    select date_trunc('month', today at time zone 'UTC') + n * interval '1 month'
    from generate_series(0, 3) n
    union
    select date_trunc('month', r.created_at at time zone 'UTC') from public.audits_rest r
  );
  foreach month in array months loop
    opens := month at time zone 'UTC';
    closes := (month + interval '1 month') at time zone 'UTC';
    if not exists (select from public.audit_parts p where p.starts < closes and p.ends > opens) then
      perform public.gatehouse_add_audit_month(opens, closes);
    end if;
  end loop;
  foreach past in array array(select p.part from public.audit_parts p where p.ends <= until) loop
    execute format('drop table %s', past);
    dropped := dropped + 1;
  end loop;
  perform set_config('gatehouse.scope', scope, true);
  return dropped;
end $$;
revoke execute on function gatehouse_keep_audit_months(timestamptz, interval) from public;
grant execute on function gatehouse_keep_audit_months(timestamptz, interval) to gatehouse_app, gatehouse_system;
