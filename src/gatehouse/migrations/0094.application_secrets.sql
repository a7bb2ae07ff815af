-- depends: 0093.application_access
-- What an application proves itself with where no person does it.

create table application_secrets (
  application_id uuid primary key references applications (id) on delete cascade,
  secret_hash bytea not null,
  hint text not null,
  created_at timestamptz not null
);
comment on column application_secrets.hint is 'the last letters, by which people tell secrets apart';
call gatehouse_keep_to_system('application_secrets');
