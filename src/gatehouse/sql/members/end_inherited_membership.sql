-- A change of a membership ends the memberships of sub-accounts that were inherited from it. They are
-- created again, with what holds then, when the user enters the sub-account the next time.
-- test: tests/kit/test_triggers.py::test_inherited_memberships_end_when_the_membership_above_changes
create or replace function end_inherited_membership() returns trigger language plpgsql as $$
declare
  scope text := coalesce(current_setting('gatehouse.scope', true), '');
begin
  perform set_config('gatehouse.scope', 'system', true);
  delete from memberships
  where inherited_from = coalesce(new.tenant_id, old.tenant_id)
    and user_id = coalesce(new.user_id, old.user_id);
  perform set_config('gatehouse.scope', scope, true);
  return null;
end $$;

create or replace trigger memberships_change_inherited after update on memberships
  for each row
  when ((old.activated, old.is_disabled, old.sub_account_access_allowed, old.temporary_expires_at,
         old.sessions_from)
    is distinct from
        (new.activated, new.is_disabled, new.sub_account_access_allowed, new.temporary_expires_at,
         new.sessions_from))
  execute function end_inherited_membership();
