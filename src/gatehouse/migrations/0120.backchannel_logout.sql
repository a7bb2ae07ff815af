-- depends: 0119.oauth_consents
-- Applications are told when a session that they have ends, whatever ends it.

alter table applications add column backchannel_logout_uri text not null default '';

create function gatehouse_tell_of_end() returns trigger language plpgsql as $$
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
comment on function gatehouse_tell_of_end() is
  'not of sessions that the application itself gave back, and of those that newer ones took the place of';

create trigger sessions_tell_of_end after update of ended_at on sessions
  for each row when (
    old.ended_at is null and new.ended_at is not null and new.application_id is not null
    and coalesce(new.end_reason, '') not in ('revoked', 'replaced')
  )
  execute function gatehouse_tell_of_end();
