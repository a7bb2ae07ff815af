-- depends: 0076.social_providers
-- Single sign-on: what a tenant has said of its identity providers, and the domains that it has proved to own.

create table sso_connections (
  id uuid primary key,
  tenant_id uuid not null references tenants (id) on delete cascade,
  type text not null check (type in ('saml', 'okta', 'azure', 'google', 'oidc')),
  enabled boolean not null,
  enforced boolean not null,
  override_active_tenant boolean not null,
  sso_endpoint text not null,
  idp_entity_id text not null,
  audience text not null,
  sign_request boolean not null,
  metadata_source text not null check (metadata_source in ('form', 'file', 'url')),
  metadata_url text not null,
  oidc_client_id text not null,
  sealed_oidc_secret bytea,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (tenant_id, id)
);
comment on column sso_connections.enforced is 'people of its domains come in no other way';
comment on column sso_connections.override_active_tenant is
  'whoever comes through it enters this tenant, not the usual one';
comment on column sso_connections.sso_endpoint is 'of SAML where requests go; of OpenID Connect the issuer';
comment on column sso_connections.audience is
  'what the provider calls us, where that is not our own name; empty: our own';
comment on column sso_connections.metadata_source is 'where the provider''s side was read from';
call gatehouse_protect('sso_connections');
create index sso_connections_by_tenant on sso_connections (tenant_id, created_at, id);
create index sso_connections_enabled on sso_connections (tenant_id) where enabled;

create table sso_certificates (
  id uuid primary key,
  tenant_id uuid not null,
  connection_id uuid not null,
  pem text not null,
  fingerprint text not null,
  not_before timestamptz not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  unique (tenant_id, connection_id, fingerprint),
  foreign key (tenant_id, connection_id) references sso_connections (tenant_id, id) on delete cascade
);
comment on table sso_certificates is
  'with which a provider signs: several, so that a new one is known before the old one goes';
call gatehouse_protect('sso_certificates');

create table sso_domains (
  id uuid primary key,
  tenant_id uuid not null,
  connection_id uuid not null,
  domain text not null,
  token text not null,
  validated_at timestamptz,
  validated_by text check (validated_by in ('dns', 'vendor')),
  checked_at timestamptz,
  missing_since timestamptz,
  created_at timestamptz not null,
  unique (tenant_id, domain),
  foreign key (tenant_id, connection_id) references sso_connections (tenant_id, id) on delete cascade
);
comment on column sso_domains.domain is 'spelled as in the addresses of people';
comment on column sso_domains.token is 'what the domain''s TXT record has to say';
comment on column sso_domains.missing_since is 'since when the record of a validated domain was not found';
call gatehouse_protect('sso_domains');
-- A domain is one tenant's.
create unique index sso_domains_validated on sso_domains (domain) where validated_at is not null;
create index sso_domains_by_connection on sso_domains (tenant_id, connection_id);
create index sso_domains_by_check on sso_domains (checked_at) where validated_by = 'dns';

create table sso_connection_roles (
  tenant_id uuid not null,
  connection_id uuid not null,
  role_id uuid not null references roles (id) on delete cascade,
  primary key (tenant_id, connection_id, role_id),
  foreign key (tenant_id, connection_id) references sso_connections (tenant_id, id) on delete cascade
);
comment on table sso_connection_roles is 'what everybody gets who comes through a connection';
call gatehouse_protect('sso_connection_roles');
create index sso_connection_roles_by_role on sso_connection_roles (role_id);

create table sso_groups (
  id uuid primary key,
  tenant_id uuid not null,
  connection_id uuid not null,
  name text not null,
  created_at timestamptz not null,
  unique (tenant_id, id),
  unique (tenant_id, connection_id, name),
  foreign key (tenant_id, connection_id) references sso_connections (tenant_id, id) on delete cascade
);
comment on table sso_groups is 'groups of the provider, by the name that it tells; they give roles here';
call gatehouse_protect('sso_groups');

create table sso_group_roles (
  tenant_id uuid not null,
  group_id uuid not null,
  role_id uuid not null references roles (id) on delete cascade,
  primary key (tenant_id, group_id, role_id),
  foreign key (tenant_id, group_id) references sso_groups (tenant_id, id) on delete cascade
);
call gatehouse_protect('sso_group_roles');
create index sso_group_roles_by_role on sso_group_roles (role_id);
