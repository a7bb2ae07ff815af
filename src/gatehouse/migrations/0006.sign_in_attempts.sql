-- depends: 0005.catalogue
-- Wrong passwords, counted so that guessing stops while owners still get in.

create table sign_in_attempts (
  subject bytea not null,
  address text not null,
  failed_attempts integer not null default 0,
  locked_until timestamptz,
  succeeded_at timestamptz,
  updated_at timestamptz not null,
  primary key (subject, address)
);
comment on column sign_in_attempts.subject is 'SHA-256 of the normalized e-mail address, whether or not anybody has it';
comment on column sign_in_attempts.address is 'an IPv4 address or the /64 of an IPv6 one; empty: every address together, for an account without a password row';
create index sign_in_attempts_by_age on sign_in_attempts (updated_at);
