-- depends: 0021.audit_key
-- The audit in months: rows are added and read, never changed, and go with the month that is past what is
-- kept. Older processes keep writing to the same name.
alter table audits validate constraint audits_span;
alter table audits rename to audits_before;

create table audits (
  id uuid not null,
  tenant_id uuid,
  created_at timestamptz not null,
  action text not null,
  severity text not null constraint audits_severity_check
    check (severity in ('Info', 'Medium', 'High', 'Critical', 'Error')),
  description text not null default '',
  actor_user_id uuid,
  actor_email text,
  ip text,
  user_agent text,
  data jsonb not null default '{}',
  actor_kind text,
  impersonator_id uuid,
  constraint audits_key primary key (created_at, id)
) partition by range (created_at);
create index audits_of_tenant on audits (tenant_id, created_at desc, id desc);
call gatehouse_protect('audits');
revoke all on audits from gatehouse_app;
grant select, insert on audits to gatehouse_app;

-- Reached through the whole only.
revoke all on audits_before from gatehouse_app;
alter table audits_before drop constraint audits_pkey;
alter table audits_before add constraint audits_before_key primary key using index audits_by_time;
do $$
declare
  span text[] := (
    select array_agg(quoted[1]) from pg_constraint,
      regexp_matches(pg_get_constraintdef(oid), '''([^'']+)''', 'g') quoted
    where conrelid = 'audits_before'::regclass and conname = 'audits_span'
  );
begin
  execute format(
    'alter table audits attach partition audits_before for values from (%L) to (%L)', span[1], span[2]
  );
end $$;
alter table audits_before drop constraint audits_span;

-- What no month is there for. Nothing is lost for want of one; the months are made later.
create table audits_rest partition of audits default;
call gatehouse_protect('audits_rest');
revoke all on audits_rest from gatehouse_app;

create view audit_parts as
select c.oid::regclass as part,
  (regexp_match(bound, 'FROM \(''([^'']+)''\)'))[1]::timestamptz as starts,
  (regexp_match(bound, 'TO \(''([^'']+)''\)'))[1]::timestamptz as ends
from pg_inherits i
join pg_class c on c.oid = i.inhrelid
cross join lateral pg_get_expr(c.relpartbound, c.oid) bound
where i.inhparent = 'audits'::regclass;
revoke all on audit_parts from gatehouse_app;

-- The month that starts then, with the rows that were waiting for it.
create function gatehouse_add_audit_month(starts timestamptz, ends timestamptz) returns void
language plpgsql as $$
declare
  part text := format('public.audits_%s', to_char(starts at time zone 'UTC', 'YYYY_MM'));
begin
  execute format('create table %s (like public.audits including defaults including constraints)', part);
  execute format('revoke all on %s from gatehouse_app', part);
  execute format('call public.gatehouse_protect(%L)', part);
  execute format(
    'with waiting as (delete from public.audits_rest where created_at >= $1 and created_at < $2 returning *)'
    ' insert into %s select * from waiting', part
  ) using starts, ends;
  execute format(
    'alter table public.audits attach partition %s for values from (%L) to (%L)', part, starts, ends
  );
end $$;
revoke execute on function gatehouse_add_audit_month from public;

-- Makes the months that rows wait for and those that come next, and drops what is past `kept`; how many were
-- dropped. Whoever calls it owns nothing, so it goes by the database's own time where that is earlier, and
-- drops nothing younger than 90 days, whatever it is told.
create function gatehouse_keep_audit_months(today timestamptz, kept interval) returns integer
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
revoke execute on function gatehouse_keep_audit_months from public;
grant execute on function gatehouse_keep_audit_months to gatehouse_app;
