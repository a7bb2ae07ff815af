-- depends: 0185.directory_speed
-- Signing out together with a company's provider of OpenID Connect, in both directions.

alter table sso_connections add column oidc_logout boolean not null default false;
comment on column sso_connections.oidc_logout is
  'of OpenID Connect: the provider is told of whoever signs out here';
create index sso_connections_by_client on sso_connections (oidc_client_id) where oidc_client_id <> '';

create table openid_sessions (
  id uuid primary key,
  tenant_id uuid not null,
  connection_id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  session_id uuid references sessions (id) on delete cascade,
  issuer text not null,
  subject text not null,
  sid text,
  sealed_id_token bytea,
  created_at timestamptz not null,
  foreign key (tenant_id, connection_id) references sso_connections (tenant_id, id) on delete cascade
);
comment on table openid_sessions is
  'who somebody is at the provider that a session began at; without the session while a second factor was asked';
comment on column openid_sessions.sealed_id_token is
  'to tell the provider who signs out, while the session lives and the connection wants it';
call gatehouse_protect('openid_sessions');
create unique index openid_sessions_by_session on openid_sessions (session_id) where session_id is not null;
create unique index openid_sessions_without on openid_sessions (connection_id, user_id) where session_id is null;
create index openid_sessions_by_subject on openid_sessions (connection_id, subject);
create index openid_sessions_by_sid on openid_sessions (connection_id, sid) where sid is not null;
create index openid_sessions_by_user on openid_sessions (user_id);
create index openid_sessions_by_connection on openid_sessions (tenant_id, connection_id);
create index openid_sessions_with_token on openid_sessions (created_at) where sealed_id_token is not null;

-- Whatever ended the session: nobody is told of it any more.
create function gatehouse_forget_id_token() returns trigger language plpgsql as $$
declare
  scope text := coalesce(current_setting('gatehouse.scope', true), '');
begin
  perform set_config('gatehouse.scope', 'system', true);
  update openid_sessions set sealed_id_token = null
  where session_id = new.id and sealed_id_token is not null;
  perform set_config('gatehouse.scope', scope, true);
  return null;
end $$;
create trigger sessions_forget_id_token after update of ended_at on sessions
  for each row when (old.ended_at is null and new.ended_at is not null)
  execute function gatehouse_forget_id_token();

alter table oauth_consents add column places text[] not null default '{}';
comment on column oauth_consents.places is
  'where else than to sites the answer may go: programs on a device, apps; each is asked for by itself (RFC 8252 §8.6)';
