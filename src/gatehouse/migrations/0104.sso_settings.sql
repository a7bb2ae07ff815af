-- depends: 0090.entitlements
-- What the vendor says of single sign-on; domains that are proved by mail, or several accounts'; test logins.

alter table vendor
  add column oidc_connections boolean not null default true,
  add column oidc_redirect_uri text,
  add column verified_people_add_domains boolean not null default false,
  add column shared_domains boolean not null default false,
  add column unspecified_tenant_strategy text not null default 'BLOCK'
    check (unspecified_tenant_strategy in ('BLOCK', 'FIRST_CREATED')),
  add column use_active_tenant boolean not null default false,
  add column sso_excluded_emails text[] not null default '{}';
comment on column vendor.sso_excluded_emails is 'people who come in another way, also where their company requires its own';

alter table sso_domains
  drop constraint sso_domains_validated_by_check,
  add constraint sso_domains_validated_by_check
    check (validated_by in ('dns', 'email', 'vendor')) not valid,
  add column shared boolean not null default false,
  add column email_code_hash bytea,
  add column email_code_until timestamptz,
  add column email_tries integer not null default 0;
comment on column sso_domains.shared is 'validated while a domain may be several accounts''';
comment on column sso_domains.email_code_hash is 'of the code that was mailed to a mailbox of the domain';

alter table sso_certificates add column noticed_days integer;
comment on column sso_certificates.noticed_days is 'of the last notice: how many days before its end that is sent';

create table sso_tests (
  id uuid primary key,
  tenant_id uuid not null,
  connection_id uuid not null,
  session_id uuid not null,
  checks jsonb not null,
  passed boolean,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  foreign key (tenant_id, connection_id) references sso_connections (tenant_id, id) on delete cascade
);
comment on table sso_tests is 'test logins of administrators, who alone see in their session what was checked';
call gatehouse_protect('sso_tests');
create index sso_tests_by_connection on sso_tests (tenant_id, connection_id);
create index sso_tests_by_end on sso_tests (expires_at);
