-- depends: 0039.mfa_policies
-- Which second factors the vendor offers, and how often a person may be wrong with theirs.

alter table vendor add column mfa_strategies text[] not null
  default '{AuthenticatorApp,WebAuthnPlatform,WebAuthnCrossPlatform,SMS,EmailCode}'
  check (mfa_strategies <@
    '{AuthenticatorApp,WebAuthnPlatform,WebAuthnCrossPlatform,SMS,EmailCode}'::text[]
    and cardinality(mfa_strategies) > 0);

create table second_factor_attempts (
  user_id uuid primary key references users (id) on delete cascade,
  failed_attempts integer not null,
  began_at timestamptz not null
);
comment on table second_factor_attempts is
  'wrong codes of a person since `began_at`, whichever the factor and however often they signed in';
call gatehouse_keep_to_system('second_factor_attempts');
