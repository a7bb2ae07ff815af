-- The start of the oldest month, in UTC, that a tenant with this retention keeps; null without one. By the
-- time of the database where that is earlier, and never younger than 90 days.
-- test: tests/audit/test_chain.py::test_whoever_says_in_the_database_that_less_is_kept_hides_nothing_young
create or replace function gatehouse_audit_kept_since(today timestamptz, days integer) returns timestamptz
language sql stable strict as $$
  select date_trunc('month', (least(today, now()) - greatest(days, 90) * interval '1 day') at time zone 'UTC')
    at time zone 'UTC'
$$;
