-- The last moment at which a license may be used, or null while it renews.
-- test: tests/licensing/test_machine_validate.py::test_a_trial_that_is_over
create or replace function gatehouse_license_until(license licenses) returns timestamptz
language sql stable as $$
  select case when license.valid_to is not null then greatest(license.valid_to, license.extended_until) end
$$;
