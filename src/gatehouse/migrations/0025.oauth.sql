-- depends: 0024.sign_in
-- What an OAuth client has: a session of its own below the one in which the person let it in.

alter table sessions
  add column parent_id uuid,
  add column application_id uuid;
comment on column sessions.parent_id is 'the session in the person''s browser; this one ends with it';
comment on column sessions.application_id is 'the OAuth client whose refresh tokens these are';

create function gatehouse_end_children() returns trigger language plpgsql as $$
begin
  update sessions set ended_at = new.ended_at, end_reason = new.end_reason
  where parent_id = new.id and ended_at is null;
  return null;
end $$;

create trigger sessions_end_children after update of ended_at on sessions
  for each row when (old.ended_at is null and new.ended_at is not null and new.parent_id is null)
  execute function gatehouse_end_children();

create table authorization_codes (
  code_hash bytea primary key,
  application_id uuid not null references applications (id) on delete cascade,
  redirect_uri text not null,
  code_challenge text not null,
  nonce text,
  user_id uuid not null references users (id) on delete cascade,
  entering uuid not null references tenants (id) on delete cascade,
  session_id uuid not null references sessions (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  granted_session_id uuid
);
comment on table authorization_codes is 'RFC 6749 §4.1: used once, within a minute, by whom it was made for';
comment on column authorization_codes.granted_session_id is 'what a second use of the code ends';
call gatehouse_keep_to_system('authorization_codes');
create index authorization_codes_by_end on authorization_codes (expires_at);
create index authorization_codes_by_user on authorization_codes (user_id);
create index authorization_codes_by_session on authorization_codes (session_id);
