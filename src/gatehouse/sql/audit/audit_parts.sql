-- The partitions of `audits`, with the time at which each starts and ends.
-- test: tests/audit/test_months.py::test_a_month_goes_when_all_of_it_is_past_what_is_kept
create or replace view audit_parts as
select c.oid::regclass as part,
  (regexp_match(bound, 'FROM \(''([^'']+)''\)'))[1]::timestamptz as starts,
  (regexp_match(bound, 'TO \(''([^'']+)''\)'))[1]::timestamptz as ends
from pg_inherits i
join pg_class c on c.oid = i.inhrelid
cross join lateral pg_get_expr(c.relpartbound, c.oid) bound
where i.inhparent = 'audits'::regclass;
revoke all on audit_parts from gatehouse_app, gatehouse_system;
