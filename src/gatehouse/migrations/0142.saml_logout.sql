-- depends: 0120.backchannel_logout
-- Sessions that began at a SAML identity provider end with it, and it with them.

alter table sso_connections
  add column slo_endpoint text not null default '',
  add column slo_by_post boolean not null default false;
comment on column sso_connections.slo_endpoint is 'where the provider is told that somebody signs out';
comment on column sso_connections.slo_by_post is 'it takes that from a form only, not from an address';

alter table saml_answers add column subject jsonb;
comment on column saml_answers.subject is 'who it was in the words of the provider, for when they sign out';

create table saml_sessions (
  id uuid primary key,
  tenant_id uuid not null,
  connection_id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  session_id uuid references sessions (id) on delete cascade,
  issuer text not null,
  name_id text not null,
  subject jsonb not null,
  created_at timestamptz not null,
  foreign key (tenant_id, connection_id) references sso_connections (tenant_id, id) on delete cascade
);
comment on table saml_sessions is
  'who somebody is at the provider that a session began at; without the session while a second factor was asked';
call gatehouse_protect('saml_sessions');
create unique index saml_sessions_by_session on saml_sessions (session_id) where session_id is not null;
create unique index saml_sessions_without on saml_sessions (connection_id, user_id) where session_id is null;
create index saml_sessions_by_name on saml_sessions (tenant_id, connection_id, name_id);
create index saml_sessions_by_user on saml_sessions (user_id);

alter table saml_keys add column active_from timestamptz;
comment on column saml_keys.active_from is
  'from then on it signs; before, it stands in the metadata beside the one that does. Null: since it was made';
