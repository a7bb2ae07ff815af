-- Sessions of applications end with the session that they were opened from.
-- test: tests/kit/test_triggers.py::test_sessions_of_applications_end_with_their_parent
create or replace function end_child_sessions() returns trigger language plpgsql as $$
begin
  update sessions set ended_at = new.ended_at, end_reason = new.end_reason
  where parent_id = new.id and ended_at is null;
  return null;
end $$;

create or replace trigger sessions_end_children after update of ended_at on sessions
  for each row when (old.ended_at is null and new.ended_at is not null and new.parent_id is null)
  execute function end_child_sessions();
