-- depends: 0262.sso_link_subject_index
-- Where a connection's identity provider keeps the address and the groups of a user, and which scopes it needs for them.
-- And providers that take requests by a form only.
alter table sso_connections
  add column oidc_scopes text[] not null default '{}',
  add column email_claim text not null default '',
  add column groups_claims text[] not null default '{}',
  add column groups_separator text not null default '',
  add column sso_by_post boolean not null default false;
comment on column sso_connections.oidc_scopes is 'requested besides openid, email and profile';
comment on column sso_connections.email_claim is 'the claim or attribute with the address; empty: the usual names';
comment on column sso_connections.groups_claims is 'the claims or attributes with groups; empty: the usual names';
comment on column sso_connections.groups_separator is 'splits one value into several groups; empty: it does not';
comment on column sso_connections.sso_by_post is 'SAML requests go by HTTP-POST instead of HTTP-Redirect';
