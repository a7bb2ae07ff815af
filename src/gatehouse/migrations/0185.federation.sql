-- depends: 0184.differences_and_support
-- Behind row-level security a condition reads an index only where it gives nothing away: `lower(user_name) = …` read
-- all of a directory's people for each look at one. A column of its own compares as it is.
alter table scim_users add column name_key text generated always as (lower(user_name)) stored;

-- People whom nobody knows yet, at home in this account; whoever has an address already is left out. In the order of
-- their addresses, so that two who bring in the same people wait for each other at most once. Planned once: a plan for
-- each list costs more than carrying it out.
create function gatehouse_add_newcomers(addresses text[], names text[], home uuid, at timestamptz)
returns setof users language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  scope text := coalesce(current_setting('gatehouse.scope', true), '');
begin
  perform set_config('gatehouse.scope', 'system', true);
  return query
    insert into users (id, email, name, default_tenant_id, created_at, updated_at)
    -- Whoever had this address before has kept the id.
    select case when k.id is null then n.wanted else gen_random_uuid() end, n.address, n.called, home, at, at
    from (
      select u.address, u.called, gatehouse_person_id(u.address) as wanted
      from unnest(addresses, names) u (address, called) offset 0
    ) n
    left join lateral (select o.id from users o where o.id = n.wanted offset 0) k on true
    order by n.address
    on conflict do nothing
    returning *;
  perform set_config('gatehouse.scope', scope, true);
end $$;

-- Whether the account has anything by which it is told of what happens: without that no job need look. Subscribers
-- who say what they want (`wants`) want nothing of other accounts.
create function gatehouse_listens(account uuid) returns boolean language sql stable as $$
  select exists (select from webhooks w where w.tenant_id = account and w.is_active)
    or exists (select from event_subscriptions s where s.tenant_id = account and s.enabled)
    or exists (select from slack_subscriptions k where k.tenant_id = account and k.is_active)
$$;

-- Signing out together with a company's provider of OpenID Connect, in both directions.

alter table sso_connections add column oidc_logout boolean not null default false;
comment on column sso_connections.oidc_logout is
  'of OpenID Connect: the provider is told of whoever signs out here';

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
