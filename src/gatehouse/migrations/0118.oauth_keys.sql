-- depends: 0105.sso_domain_holder
-- Tokens that count only with a key (RFC 9449), and authorization requests that the application sends itself
-- (RFC 9126).

alter table applications
  add column dpop_bound_access_tokens boolean not null default false,
  add column dpop_nonce boolean not null default false,
  add column require_pushed_authorization_requests boolean not null default false;

alter table sessions add column dpop_key text;
comment on column sessions.dpop_key is 'the thumbprint (RFC 7638) of the key without which its tokens are nothing';

alter table authorization_codes add column dpop_key text;
comment on column authorization_codes.dpop_key is 'the only key with which the code is exchanged';

create table pushed_requests (
  request_hash bytea primary key,
  application_id uuid not null references applications (id) on delete cascade,
  parameters jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
comment on table pushed_requests is 'RFC 9126: what an application asks for, until somebody was let in by it';
call gatehouse_keep_to_system('pushed_requests');
create index pushed_requests_by_end on pushed_requests (expires_at);

create table dpop_proofs (
  proof_hash bytea primary key,
  expires_at timestamptz not null
);
comment on table dpop_proofs is 'proofs that were shown, while they could be shown again (RFC 9449 §11.1)';
call gatehouse_keep_to_system('dpop_proofs');
create index dpop_proofs_by_end on dpop_proofs (expires_at);
