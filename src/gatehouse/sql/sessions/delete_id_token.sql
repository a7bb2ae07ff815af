-- The ID token of the identity provider is deleted with the end of the session, however the session ended.
-- test: tests/kit/test_triggers.py::test_the_id_token_of_the_identity_provider_is_deleted_with_the_session
create or replace function delete_id_token() returns trigger language plpgsql as $$
declare
  scope text := coalesce(current_setting('gatehouse.scope', true), '');
begin
  perform set_config('gatehouse.scope', 'system', true);
  update openid_sessions set sealed_id_token = null
  where session_id = new.id and sealed_id_token is not null;
  perform set_config('gatehouse.scope', scope, true);
  return null;
end $$;

create or replace trigger sessions_forget_id_token after update of ended_at on sessions
  for each row when (old.ended_at is null and new.ended_at is not null)
  execute function delete_id_token();
