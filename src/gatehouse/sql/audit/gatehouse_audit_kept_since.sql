-- The start of the oldest month, in UTC, that a tenant with this retention keeps; null without one. By the
-- time of the database where that is earlier, and never younger than 90 days.
-- test: tests/audit/test_chain.py::test_a_forged_retention_in_the_database_hides_no_recent_change
create or replace function gatehouse_audit_kept_since(today timestamptz, days integer) returns timestamptz
language sql stable strict as $$
  select date_trunc('month', (least(today, now()) - greatest(days, 90) * interval '1 day') at time zone 'UTC')
    at time zone 'UTC'
$$;
