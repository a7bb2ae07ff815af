-- When a session of an application ends, the application is notified, if it has a back-channel logout URI.
-- Not when the application revoked the session itself, or a newer session replaced it.
-- test: tests/kit/test_triggers.py::test_the_end_of_a_session_is_sent_to_its_application
create or replace function enqueue_backchannel_logout() returns trigger language plpgsql as $$
begin
  if exists (
    select from applications a
    where a.id = new.application_id and a.is_active and a.backchannel_logout_uri <> ''
  ) then
    perform gatehouse_enqueue(
      'oauth.tell_of_end', convert_to(json_build_object('session_id', new.id)::text, 'UTF8'), null,
      'oauth.tell_of_end:' || new.id);
  end if;
  return null;
end $$;

create or replace trigger sessions_tell_of_end after update of ended_at on sessions
  for each row when (
    old.ended_at is null and new.ended_at is not null and new.application_id is not null
    and coalesce(new.end_reason, '') not in ('revoked', 'replaced')
  )
  execute function enqueue_backchannel_logout();
