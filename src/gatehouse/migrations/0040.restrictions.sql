-- depends: 0039.mfa_policies
-- From where, with which addresses and from which countries people may enter a tenant.

-- One row for all kinds of restriction, so that whoever enters costs one look-up where there is none.
create table entry_rules (
  tenant_id uuid primary key references tenants (id) on delete cascade,
  updated_at timestamptz not null,
  ip_active boolean not null default false,
  ip_strategy text not null default 'ALLOW' check (ip_strategy in ('ALLOW', 'BLOCK')),
  domain_active boolean not null default false,
  domain_strategy text not null default 'ALLOW' check (domain_strategy in ('ALLOW', 'BLOCK')),
  block_public_domains boolean not null default false,
  country_active boolean not null default false,
  country_strategy text not null default 'ALLOW' check (country_strategy in ('ALLOW', 'BLOCK')),
  country_unknown text not null default 'ALLOW' check (country_unknown in ('ALLOW', 'BLOCK')),
  countries text[] not null default '{}',
  is_active boolean not null generated always as (ip_active or domain_active or country_active) stored
);
call gatehouse_protect('entry_rules');
comment on column entry_rules.country_unknown is 'what happens to an address whose country is not known';

create table ip_restrictions (
  id uuid primary key,
  tenant_id uuid not null references tenants (id) on delete cascade,
  network cidr not null,
  strategy text not null check (strategy in ('ALLOW', 'BLOCK')),
  is_active boolean not null,
  description text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (tenant_id, strategy, network)
);
call gatehouse_protect('ip_restrictions');
create index ip_restrictions_by_age on ip_restrictions (tenant_id, created_at desc, id desc);

create table email_domain_restrictions (
  id uuid primary key,
  tenant_id uuid not null references tenants (id) on delete cascade,
  domain text not null,
  strategy text not null check (strategy in ('ALLOW', 'BLOCK')),
  created_at timestamptz not null,
  unique (tenant_id, strategy, domain)
);
call gatehouse_protect('email_domain_restrictions');
comment on column email_domain_restrictions.domain is 'in ASCII, as the domain name system has it';
