-- depends: 0054.webhooks
-- Accounts elsewhere that sign people in, and sign-ins that are under way to such a place.

create table external_identities (
  id uuid primary key,
  kind text not null check (kind in ('social', 'custom', 'oidc', 'saml')),
  provider text not null,
  issuer text not null,
  subject text not null,
  user_id uuid not null references users (id) on delete cascade,
  email text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  unique (kind, provider, issuer, subject)
);
comment on column external_identities.provider is
  'which one of its kind: the name of a social provider, the id of a connection';
comment on column external_identities.issuer is
  'whose word it is: a provider that is pointed at another server knows other people by the same subjects';
comment on column external_identities.email is 'the address there when it was last used; for people to read';
call gatehouse_keep_to_person('external_identities');
create index external_identities_by_user on external_identities (user_id);

create table external_sign_ins (
  state_hash bytea primary key,
  browser_hash bytea not null,
  kind text not null,
  provider text not null,
  redirect_uri text not null,
  page text not null,
  page_state text not null,
  code_hash bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
comment on table external_sign_ins is
  'somebody was sent to a provider and may come back once, in the same browser';
comment on column external_sign_ins.redirect_uri is 'where the provider sends them: the code is bound to it';
comment on column external_sign_ins.page is 'where they go on, with the state that the page gave';
comment on column external_sign_ins.code_hash is 'of the code that the provider sent them back with';
call gatehouse_keep_to_system('external_sign_ins');
create unique index external_sign_ins_by_code on external_sign_ins (code_hash) where code_hash is not null;
create index external_sign_ins_by_end on external_sign_ins (expires_at);
