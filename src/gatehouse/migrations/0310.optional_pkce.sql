-- depends: 0236.paying_organizations
-- Backends that prove their secret at the token endpoint may sign users in without PKCE where the vendor allows it.

alter table applications
  add column pkce text not null default 'required' check (pkce in ('required', 'optional'));

comment on column authorization_codes.code_challenge is
  'empty where the request had none: then no verifier is accepted';
