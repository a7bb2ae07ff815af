-- depends: 0063.breached_index
-- A puzzle that keeps robots out of sign-in, and how old a password may get.

create table captcha_policies (
  id uuid primary key,
  provider text not null check (provider in ('recaptcha', 'altcha')),
  enabled boolean not null,
  site_key text not null,
  sealed_secret bytea not null,
  min_score double precision not null check (min_score between 0 and 1),
  ignored_emails text[] not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on table captcha_policies is 'the vendor''s: one row, or none';
create unique index captcha_policies_once on captcha_policies ((true));
call gatehouse_keep_to_system('captcha_policies');
create trigger configured after insert or update or delete on captcha_policies
  for each statement execute function gatehouse_configured();

create table captcha_solutions (
  solution_hash bytea primary key,
  expires_at timestamptz not null
);
comment on table captcha_solutions is 'of proofs of work that were used: each counts once';
call gatehouse_keep_to_system('captcha_solutions');
create index captcha_solutions_by_end on captcha_solutions (expires_at);

create table password_rotation_policies (
  tenant_id uuid primary key references tenants (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  is_active boolean not null,
  rotation_period integer not null,
  notification_period integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on table password_rotation_policies is 'periods in minutes';
call gatehouse_protect('password_rotation_policies');

alter table vendor add column password_reset_by_sms boolean not null default false;
comment on column vendor.password_reset_by_sms is
  'who has forgotten the password may have a code sent to the phone instead of a mailed link';
