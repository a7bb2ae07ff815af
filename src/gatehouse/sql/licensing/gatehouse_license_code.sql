-- Whether a license may be used, and if not why. The only place that decides it.
-- test: tests/licensing/test_machine_validate.py::test_what_the_provider_says_decides
-- test: tests/licensing/test_machine_validate.py::test_a_license_that_the_vendor_suspended_or_revoked_is_invalid
create or replace function gatehouse_license_code(license licenses, at timestamptz) returns text
language sql stable as $$
  select case
    when license.revoked_at is not null then 'REVOKED'
    when license.suspended_at is not null then 'SUSPENDED'
    when license.valid_to is null or greatest(license.valid_to, license.extended_until) >= at then 'VALID'
    when license.billing_status = 'paused' then 'PAUSED'
    when license.is_past_due then 'PAST_DUE'
    else 'EXPIRED'
  end
$$;
