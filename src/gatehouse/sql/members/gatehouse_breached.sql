-- Whether the user is an active member of the tenant and has a password that was found in a data breach.
-- test: tests/security_center/test_security_center.py::test_breached_passwords_are_shown_of_active_members_only
create or replace function gatehouse_breached(tenant uuid, person uuid) returns boolean language sql stable as $$
  select exists (
    select from passwords p join memberships m on m.user_id = p.user_id
    where p.user_id = person and p.breached_at is not null
      and m.tenant_id = tenant and m.activated and not m.is_disabled
  )
$$;
