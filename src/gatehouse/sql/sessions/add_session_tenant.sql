-- Each session has a row in `session_tenants` for its own tenant, which the list of active sessions of a
-- tenant reads.
-- test: tests/kit/test_triggers.py::test_a_session_has_entered_its_own_tenant
create or replace function add_session_tenant() returns trigger language plpgsql as $$
begin
  insert into session_tenants (session_id, tenant_id, user_id, entered_at, last_used_at, expires_at)
  values (new.id, new.tenant_id, new.user_id, new.created_at, new.last_used_at, new.expires_at)
  on conflict do nothing;
  return null;
end $$;

create or replace trigger sessions_enter_home after insert or update of tenant_id on sessions
  for each row execute function add_session_tenant();
