-- A role that loses a permission may no longer give access to sub-accounts, so the memberships that its
-- members inherited end.
-- test: tests/kit/test_triggers.py::test_inherited_memberships_end_when_the_role_above_loses_a_permission
create or replace function end_memberships_of_role() returns trigger language plpgsql as $$
declare
  scope text := coalesce(current_setting('gatehouse.scope', true), '');
begin
  perform set_config('gatehouse.scope', 'system', true);
  delete from memberships m using membership_roles mr
  where m.inherited_from is not null and mr.tenant_id = m.inherited_from and mr.user_id = m.user_id
    and mr.role_id in (select role_id from gone);
  perform set_config('gatehouse.scope', scope, true);
  return null;
end $$;

create or replace trigger role_permissions_end_inherited after delete on role_permissions
  referencing old table as gone for each statement execute function end_memberships_of_role();
