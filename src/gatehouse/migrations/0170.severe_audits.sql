-- depends: 0169.audit_retention
-- What is severe of a week is counted in an index of its own: of an account with much to tell, everything of
-- the week was read for it. Months get it when they are made. Of those that are there already, the large ones do
-- without: nobody waits for an index to be built, and a week later they are not asked for any more.
create function gatehouse_index_severe_audits(part regclass) returns void language plpgsql as $$
begin
  execute format(
    'create index on %s (tenant_id, created_at) where severity in (''High'', ''Error'', ''Critical'')', part
  );
end $$;
revoke execute on function gatehouse_index_severe_audits from public;

create or replace function gatehouse_add_audit_month(starts timestamptz, ends timestamptz) returns void
language plpgsql as $$
declare
  part text := format('public.audits_%s', to_char(starts at time zone 'UTC', 'YYYY_MM'));
begin
  execute format('create table %s (like public.audits including defaults including constraints)', part);
  execute format('revoke all on %s from gatehouse_app', part);
  execute format('call public.gatehouse_protect(%L)', part);
  perform public.gatehouse_index_severe_audits(part::regclass);
  execute format(
    'with waiting as (delete from public.audits_rest where created_at >= $1 and created_at < $2 returning *)'
    ' insert into %s select * from waiting', part
  ) using starts, ends;
  execute format(
    'alter table public.audits attach partition %s for values from (%L) to (%L)', part, starts, ends
  );
end $$;

do $$
declare
  part regclass;
begin
  foreach part in array array(select p.part from audit_parts p where pg_relation_size(p.part) < 64 * 1024 * 1024)
  loop
    perform gatehouse_index_severe_audits(part);
  end loop;
end $$;
