-- A change of a membership reaches its row of the member index.
-- test: tests/kit/test_triggers.py::test_a_change_of_a_membership_reaches_the_member_index
create or replace function reindex_membership() returns trigger language plpgsql as $$
declare
  scope text := coalesce(current_setting('gatehouse.scope', true), '');
begin
  perform set_config('gatehouse.scope', 'system', true);
  perform gatehouse_refresh_roster(new.tenant_id, new.user_id);
  perform set_config('gatehouse.scope', scope, true);
  return null;
end $$;

create or replace trigger roster_accept
  after update of activated, invited_name, is_disabled, temporary_expires_at, managed_by on memberships
  for each row
  when ((old.activated, old.invited_name, old.is_disabled, old.temporary_expires_at, old.managed_by)
    is distinct from
    (new.activated, new.invited_name, new.is_disabled, new.temporary_expires_at, new.managed_by))
  execute function reindex_membership();
