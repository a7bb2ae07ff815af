-- depends: 0019.system_tables
-- Whether a tenant asks its people for a second factor, and what holds where it says nothing.

create table mfa_policies (
  tenant_id uuid primary key references tenants (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  enforce_mfa_type text not null check (enforce_mfa_type in ('DontForce', 'Force', 'ForceExceptSAML')),
  allow_remember_my_device boolean not null,
  mfa_device_expiration integer not null check (mfa_device_expiration between 3600 and 31536000),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
call gatehouse_protect('mfa_policies');
comment on column mfa_policies.mfa_device_expiration is 'seconds for which a remembered device needs no second factor';

alter table vendor
  add column mfa_enforcement text not null default 'DontForce'
    check (mfa_enforcement in ('DontForce', 'Force', 'ForceExceptSAML')),
  add column mfa_remember_device boolean not null default false,
  add column mfa_device_seconds integer not null default 1209600
    check (mfa_device_seconds between 3600 and 31536000);
