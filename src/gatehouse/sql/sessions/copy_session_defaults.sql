-- A new tenant starts with the vendor's session policy, where the vendor set one.
-- test: tests/kit/test_triggers.py::test_a_new_tenant_has_the_session_policy_of_the_vendor
create or replace function copy_session_defaults() returns trigger language plpgsql as $$
begin
  insert into session_policies (tenant_id, inherited, updated_at, idle_active, idle_seconds,
    absolute_active, absolute_seconds, concurrent_active, concurrent_max)
  select new.id, true, new.created_at, v.session_idle_enabled, v.session_idle_seconds,
    v.session_absolute_enabled, v.session_absolute_seconds, v.session_concurrent_enabled,
    v.session_concurrent_max
  from vendor v
  where v.session_idle_enabled or v.session_absolute_enabled or v.session_concurrent_enabled
  on conflict (tenant_id) do nothing;
  return null;
end $$;

create or replace trigger inherits_session_policy after insert on tenants
  for each row execute function copy_session_defaults();
