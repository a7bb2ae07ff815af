-- Creates the partition of one month and moves the rows there that were waiting for it in `audits_rest`.
-- test: tests/audit/test_months.py::test_a_row_without_a_month_is_kept_until_there_is_one
-- test: tests/audit/test_months.py::test_every_part_is_behind_the_second_lock
create or replace function gatehouse_add_audit_month(starts timestamptz, ends timestamptz) returns void
language plpgsql as $$
declare
  part text := format('public.audits_%s', to_char(starts at time zone 'UTC', 'YYYY_MM'));
begin
  execute format('create table %s (like public.audits including defaults including constraints)', part);
  execute format('revoke all on %s from gatehouse_app, gatehouse_system', part);
  execute format('call public.enable_row_security(%L, tenant_column => ''tenant_id'')', part);
  perform public.gatehouse_index_severe_audits(part::regclass);
  execute format(
    'with waiting as (delete from public.audits_rest where created_at >= $1 and created_at < $2 returning *)'
    ' insert into %s select * from waiting', part
  ) using starts, ends;
  execute format(
    'alter table public.audits attach partition %s for values from (%L) to (%L)', part, starts, ends
  );
end $$;
revoke execute on function gatehouse_add_audit_month(timestamptz, timestamptz) from public;
