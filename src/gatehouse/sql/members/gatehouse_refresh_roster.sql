-- Updates the member index for one membership, or for all of a user where `tenant` is null. Rows that did
-- not change are not written.
-- test: tests/kit/test_triggers.py::test_a_change_of_a_user_reaches_the_member_index
create or replace function gatehouse_refresh_roster(tenant uuid, person uuid) returns void language sql as $$
  update roster r set name = s.name, email = s.email, verified = s.verified,
    mfa_enrolled = s.mfa_enrolled, provider = s.provider, created_at = s.created_at,
    last_login_at = s.last_login_at, activated = s.activated, is_disabled = s.is_disabled,
    temporary_expires_at = s.temporary_expires_at, managed_by = s.managed_by
  from roster_source s
  where s.user_id = person and (tenant is null or s.tenant_id = tenant)
    and r.tenant_id = s.tenant_id and r.user_id = s.user_id
    and (r.name, r.email, r.verified, r.mfa_enrolled, r.provider, r.created_at, r.last_login_at,
      r.activated, r.is_disabled, r.temporary_expires_at, r.managed_by)
      is distinct from
      (s.name, s.email, s.verified, s.mfa_enrolled, s.provider, s.created_at, s.last_login_at,
      s.activated, s.is_disabled, s.temporary_expires_at, s.managed_by);
  update roster_search t set words = s.name || ' ' || s.email, phone = s.phone, metadata = s.metadata
  from roster_source s
  where s.user_id = person and (tenant is null or s.tenant_id = tenant)
    and t.tenant_id = s.tenant_id and t.user_id = s.user_id
    and (t.words, t.phone, t.metadata) is distinct from (s.name || ' ' || s.email, s.phone, s.metadata);
$$;
