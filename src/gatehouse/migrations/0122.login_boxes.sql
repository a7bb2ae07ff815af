-- depends: 0105.sso_domain_holder
-- How the sign-in pages of an account look and speak, over what the vendor has set.

create table login_boxes (
  tenant_id uuid primary key references tenants (id) on delete cascade,
  configuration jsonb not null,
  updated_at timestamptz not null
);
call gatehouse_protect('login_boxes');
