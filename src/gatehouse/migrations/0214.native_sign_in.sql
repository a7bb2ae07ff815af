-- depends: 0213.application_secrets_known
-- Authorization requests that wait for their sign-in, sign-ins elsewhere that an app began, and what shows that
-- an application's own backend says where its people are.

create table pending_authorizations (
  state_hash bytea primary key,
  application_id uuid not null references applications (id) on delete cascade,
  query text not null,
  session_id uuid,
  entering uuid,
  code_hash bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
comment on column pending_authorizations.state_hash is 'of the browser''s token and the state that the application gave';
comment on column pending_authorizations.query is 'the request, for who comes back to it';
comment on column pending_authorizations.session_id is
  'whose sign-in finished it; entering is the tenant of it, code_hash what was given for it';
call gatehouse_keep_to_system('pending_authorizations');
create index pending_authorizations_by_end on pending_authorizations (expires_at);

alter table external_sign_ins
  add column code_challenge text,
  add column application_id uuid,
  add column sealed_browser bytea;
comment on column external_sign_ins.code_challenge is
  'RFC 7636: an app began it, and finishes it with the verifier instead of a cookie; in application_id';
comment on column external_sign_ins.sealed_browser is 'the token that a browser would have in its cookie';

create table application_shared_secrets (
  application_id uuid primary key references applications (id) on delete cascade,
  secret_hash bytea not null,
  hint text not null,
  created_at timestamptz not null
);
comment on table application_shared_secrets is
  'with it the application''s own backend proves that it says rightly where its people are';
call gatehouse_keep_to_system('application_shared_secrets');
create trigger configured after insert or update or delete on application_shared_secrets
  for each statement execute function gatehouse_configured();
