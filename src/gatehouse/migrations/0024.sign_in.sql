-- depends: 0019.system_tables
-- A sign-in that waits for its next step, what people sign in with besides a password, and codes.

create procedure gatehouse_keep_to_person(kept regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', kept);
  execute format('alter table %s force row level security', kept);
  execute format(
    'create policy own_rows on %s using ('
    '(select gatehouse_scope()) is null or user_id = (select gatehouse_user()))', kept);
end $$;

create table pending_sign_ins (
  id uuid primary key,
  token_hash bytea not null unique,
  purpose text not null check (purpose in ('sign_in', 'step_up')),
  step text not null check (step in ('verify_second_factor', 'enroll_second_factor')),
  user_id uuid not null references users (id) on delete cascade,
  entering uuid not null references tenants (id) on delete cascade,
  session_id uuid references sessions (id) on delete cascade,
  amr text[] not null,
  tries integer not null default 0,
  sealed_authenticator bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
comment on table pending_sign_ins is 'somebody has proved one thing and is asked for another';
comment on column pending_sign_ins.entering is 'the tenant to which the finished sign-in leads';
comment on column pending_sign_ins.session_id is 'the session that is being stepped up';
comment on column pending_sign_ins.sealed_authenticator is
  'the secret of an authenticator app that is being enrolled on the way';
call gatehouse_keep_to_system('pending_sign_ins');
create index pending_sign_ins_by_user on pending_sign_ins (user_id);
create index pending_sign_ins_by_end on pending_sign_ins (expires_at);

-- A code of few digits: it counts only together with the token that the asking browser was given.
create table one_time_codes (
  token_hash bytea primary key,
  purpose text not null,
  user_id uuid references users (id) on delete cascade,
  recipient text not null,
  code_hash bytea not null,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
comment on column one_time_codes.recipient is 'the email address or phone number that got the code';
comment on column one_time_codes.code_hash is 'of the token and the code, so the row alone tells no code';
call gatehouse_keep_to_system('one_time_codes');
create index one_time_codes_by_user on one_time_codes (user_id);
create index one_time_codes_by_end on one_time_codes (expires_at);

create table authenticators (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  sealed_secret bytea not null,
  last_step bigint not null default 0,
  created_at timestamptz not null,
  confirmed_at timestamptz
);
comment on column authenticators.last_step is 'the time step of the last code used (RFC 6238 §5.2: once)';
call gatehouse_keep_to_person('authenticators');
create index authenticators_by_user on authenticators (user_id);

create table mfa_phones (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  phone_number text not null,
  created_at timestamptz not null,
  unique (user_id, phone_number)
);
call gatehouse_keep_to_person('mfa_phones');

create table mfa_emails (
  user_id uuid primary key references users (id) on delete cascade,
  created_at timestamptz not null
);
comment on table mfa_emails is 'who gets codes at their own address as a second factor';
call gatehouse_keep_to_person('mfa_emails');

create table webauthn_credentials (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null default '{}',
  device_type text not null check (device_type in ('Platform', 'CrossPlatform')),
  name text not null default '',
  is_passkey boolean not null,
  is_second_factor boolean not null,
  is_backed_up boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
call gatehouse_keep_to_person('webauthn_credentials');
create index webauthn_credentials_by_user on webauthn_credentials (user_id);

create table webauthn_challenges (
  token_hash bytea primary key,
  purpose text not null,
  user_id uuid references users (id) on delete cascade,
  challenge bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
call gatehouse_keep_to_system('webauthn_challenges');
create index webauthn_challenges_by_user on webauthn_challenges (user_id);
create index webauthn_challenges_by_end on webauthn_challenges (expires_at);

create table recovery_codes (
  user_id uuid primary key references users (id) on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null
);
call gatehouse_keep_to_person('recovery_codes');

create table remembered_devices (
  token_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
comment on table remembered_devices is 'browsers that are not asked for the second factor';
call gatehouse_keep_to_person('remembered_devices');
create index remembered_devices_by_user on remembered_devices (user_id);
create index remembered_devices_by_end on remembered_devices (expires_at);

-- `users.mfa_enrolled` is asked at every sign-in and shown in every list, so triggers keep it.

create function gatehouse_count_factors() returns trigger language plpgsql as $$
declare
  person uuid := coalesce(new.user_id, old.user_id);
begin
  update users set mfa_enrolled = (
    exists (select from authenticators where user_id = person and confirmed_at is not null)
    or exists (select from mfa_phones where user_id = person)
    or exists (select from mfa_emails where user_id = person)
    or exists (select from webauthn_credentials where user_id = person and is_second_factor)
  )
  where id = person;
  return null;
end $$;

create trigger authenticators_count after insert or update of confirmed_at or delete on authenticators
  for each row execute function gatehouse_count_factors();
create trigger mfa_phones_count after insert or delete on mfa_phones
  for each row execute function gatehouse_count_factors();
create trigger mfa_emails_count after insert or delete on mfa_emails
  for each row execute function gatehouse_count_factors();
create trigger webauthn_credentials_count
  after insert or update of is_second_factor or delete on webauthn_credentials
  for each row execute function gatehouse_count_factors();
