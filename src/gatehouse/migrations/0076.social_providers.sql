-- depends: 0075.external_identities
-- The social providers that the vendor has set up, in its document.

create table social_providers (
  id text primary key,
  is_custom boolean not null,
  is_active boolean not null,
  client_id text not null,
  sealed_secret bytea,
  scopes text[] not null default '{}',
  trusts_addresses boolean not null default false,
  directory text not null default 'common',
  team_id text not null default '',
  key_id text not null default '',
  display_name text not null default '',
  issuer text not null default '',
  authorization_url text not null default '',
  token_url text not null default '',
  userinfo_url text not null default '',
  logo_url text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on column social_providers.id is 'google, microsoft …; of a custom one what the vendor calls it';
comment on column social_providers.trusts_addresses is
  'its addresses count although it does not say that they were proved';
comment on column social_providers.directory is 'of Microsoft: whose accounts may come';
create trigger configured after insert or update or delete on social_providers
  for each statement execute function gatehouse_configured();
