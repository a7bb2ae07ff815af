-- Memberships that give access: accepted, not disabled, of a user who is not locked, in a tenant that is
-- neither deleted nor suspended. `until` is when temporary access expires.
-- test: tests/identity/test_tenant_suspension.py::test_members_of_a_suspended_account_have_no_access_until_it_is_resumed
-- test: tests/identity/test_users.py::test_who_is_locked_is_out_everywhere
create or replace view memberships_in_force with (security_invoker = true) as
select m.tenant_id, m.user_id, m.created_at, m.last_seen_at, m.managed_by,
  m.sub_account_access_allowed, m.temporary_expires_at, m.sessions_from,
  coalesce(m.temporary_expires_at, 'infinity'::timestamptz) as until
from memberships m
join tenants t on t.id = m.tenant_id and t.deleted_at is null and t.suspended_at is null
where m.activated and not m.is_disabled
  and not exists (select from users l where l.id = m.user_id and l.locked_at is not null);
