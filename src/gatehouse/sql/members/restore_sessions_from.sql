-- A user who becomes a member again keeps the time at which the earlier membership ended, so that tokens
-- from before it stay invalid.
-- test: tests/kit/test_triggers.py::test_a_new_membership_keeps_the_end_of_the_earlier_one
create or replace function restore_sessions_from() returns trigger language plpgsql as $$
begin
  new.sessions_from := coalesce(new.sessions_from, (
    select e.ended_at from ended_memberships e
    where e.tenant_id = new.tenant_id and e.user_id = new.user_id
  ));
  return new;
end $$;

create or replace trigger memberships_remember_end before insert on memberships
  for each row execute function restore_sessions_from();
