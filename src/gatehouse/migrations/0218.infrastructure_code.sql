-- depends: 0214.native_sign_in
-- What infrastructure code of the hosted platform sets and compares: what it says of the workspace, notes on
-- applications, the apps on devices that belong to the vendor's domain, and where a social provider's people go.

alter table vendor
  add column country text not null default '',
  add column backend_stack text not null default '',
  add column frontend_stack text not null default '',
  add column open_saas_installed boolean not null default false,
  add column host text not null default '',
  add column authenticator_name text;
comment on column vendor.host is
  'as country, stacks and open_saas_installed: kept for whoever set it, and read by nothing here';
comment on column vendor.authenticator_name is 'what apps with codes show; null: the product''s name';

alter table applications
  add column metadata jsonb not null default '{}',
  add column hosted_login boolean not null default true;

alter table social_providers add column redirect_url text not null default '';

alter table sso_connections add column certificate_given text;
comment on column sso_connections.certificate_given is
  'the certificates letter by letter as a backend gave them, which compares them so';

create table mobile_apps (
  app text primary key,
  id uuid not null unique default gen_random_uuid(),
  platform text not null check (platform in ('ios', 'android')),
  fingerprints text[] not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on table mobile_apps is
  'apps on devices that belong to this server''s domain, by team and bundle or by package name';
call gatehouse_keep_to_system('mobile_apps');
create trigger configured after insert or update or delete on mobile_apps
  for each statement execute function gatehouse_configured();
