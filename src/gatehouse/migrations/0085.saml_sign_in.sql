-- depends: 0080.sso_connections
-- Answers of SAML identity providers, each of which counts once, and the key that we are known by.

create table saml_keys (
  id uuid primary key,
  certificate text not null,
  sealed_private bytea not null,
  created_at timestamptz not null
);
comment on table saml_keys is
  'the newest signs requests; with all of them what was encrypted for us is opened';
call gatehouse_keep_to_system('saml_keys');

create table saml_answers (
  tenant_id uuid not null,
  connection_id uuid not null,
  assertion_hash bytea not null,
  code_hash bytea not null,
  answer jsonb,
  waits_until timestamptz not null,
  expires_at timestamptz not null,
  primary key (tenant_id, connection_id, assertion_hash),
  foreign key (tenant_id, connection_id) references sso_connections (tenant_id, id) on delete cascade
);
comment on table saml_answers is
  'assertions that were used, for as long as they are valid: none counts twice';
comment on column saml_answers.answer is 'who it was, until the browser has fetched the session';
call gatehouse_protect('saml_answers');
create unique index saml_answers_by_code on saml_answers (code_hash);
create index saml_answers_by_end on saml_answers (expires_at);

alter table sso_connections add column idp_initiated boolean not null default false;
comment on column sso_connections.idp_initiated is 'sign-ins may begin at the provider';
