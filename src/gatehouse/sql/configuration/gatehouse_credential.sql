-- The name and permissions of one vendor credential that has not been revoked. A backend that calls for one
-- tenant runs in the scope of that tenant, which hides `vendor_credentials`.
-- test: tests/access/test_backends.py::test_a_revoked_credential_does_nothing_more
create or replace function gatehouse_credential(shown uuid) returns table (name text, permissions text[])
language sql stable security definer rows 1 as $$
  select c.name, c.permissions from public.vendor_credentials c where c.id = shown and c.revoked_at is null
$$;
revoke execute on function gatehouse_credential(uuid) from public;
grant execute on function gatehouse_credential(uuid) to gatehouse_app, gatehouse_system;
