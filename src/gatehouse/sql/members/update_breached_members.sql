-- Keeps `roster.password_breached`, by which administrators find members with a breached password, when a
-- password or a membership changes.
-- test: tests/kit/test_triggers.py::test_a_breached_password_that_is_added_shows_in_the_member_index
-- test: tests/kit/test_triggers.py::test_a_password_that_is_found_in_a_breach_shows_in_the_member_index
-- test: tests/kit/test_triggers.py::test_a_breached_password_that_is_removed_shows_no_longer
-- test: tests/kit/test_triggers.py::test_the_breached_password_of_a_disabled_member_does_not_show
create or replace function update_breached_members() returns trigger language plpgsql as $$
declare
  scope text := coalesce(current_setting('gatehouse.scope', true), '');
  person uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
begin
  perform set_config('gatehouse.scope', 'system', true);
  update roster r set password_breached = not r.password_breached
  where r.user_id = person
    and r.tenant_id in (select m.tenant_id from memberships m where m.user_id = person)
    and r.password_breached <> gatehouse_breached(r.tenant_id, r.user_id);
  perform set_config('gatehouse.scope', scope, true);
  return null;
end $$;

create or replace trigger roster_follow_new_password after insert on passwords
  for each row when (new.breached_at is not null)
  execute function update_breached_members();

create or replace trigger roster_follow_password after update of breached_at on passwords
  for each row when ((old.breached_at is null) <> (new.breached_at is null))
  execute function update_breached_members();

create or replace trigger roster_follow_gone_password after delete on passwords
  for each row when (old.breached_at is not null)
  execute function update_breached_members();

create or replace trigger roster_follow_access after update of activated, is_disabled on memberships
  for each row
  when ((old.activated, old.is_disabled) is distinct from (new.activated, new.is_disabled))
  execute function update_breached_members();
