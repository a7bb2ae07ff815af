-- Indexes the severe entries of one partition, which are counted for each week.
-- test: tests/kit/test_triggers.py::test_each_month_of_the_audit_has_an_index_of_severe_entries
create or replace function gatehouse_index_severe_audits(part regclass) returns void language plpgsql as $$
begin
  execute format(
    'create index on %s (tenant_id, created_at) where severity in (''High'', ''Error'', ''Critical'')', part
  );
end $$;
revoke execute on function gatehouse_index_severe_audits(regclass) from public;
