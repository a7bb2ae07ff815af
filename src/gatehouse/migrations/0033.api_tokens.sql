-- depends: 0019.system_tables
-- Tokens with which machines call: in the name of a person (`owner_id`), or of the tenant itself.

create table api_tokens (
  id uuid primary key,
  tenant_id uuid not null references tenants (id) on delete cascade,
  owner_id uuid,
  created_by uuid references users (id) on delete set null,
  kind text not null check (kind in ('client_credentials', 'access_token')),
  description text not null,
  metadata jsonb not null default '{}',
  secret_hash bytea not null,
  signing_key_id text,
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  -- With the membership go the tokens that act for it.
  foreign key (tenant_id, owner_id) references memberships (tenant_id, user_id) on delete cascade
);
comment on column api_tokens.signing_key_id is 'of an access token: the key that is kept as long as the token is';
comment on column api_tokens.last_used_at is 'to the hour';
call gatehouse_protect('api_tokens');
create index api_tokens_by_owner on api_tokens (tenant_id, owner_id, created_at desc);
create index api_tokens_by_person on api_tokens (owner_id) where owner_id is not null;
create index api_tokens_by_maker on api_tokens (created_by);
create index api_tokens_by_end on api_tokens (expires_at) where expires_at is not null;
create index api_tokens_to_verify on api_tokens (created_at desc) where kind = 'access_token';
create index api_tokens_by_key on api_tokens (signing_key_id) where signing_key_id is not null;

-- What a tenant's token may do. A person's may do what the person may.
create table api_token_roles (
  token_id uuid not null references api_tokens (id) on delete cascade,
  role_id uuid not null references roles (id) on delete cascade,
  tenant_id uuid not null,
  primary key (token_id, role_id)
);
call gatehouse_protect('api_token_roles');
create index api_token_roles_by_role on api_token_roles (role_id);

create table api_token_permissions (
  token_id uuid not null references api_tokens (id) on delete cascade,
  permission_id uuid not null references permissions (id) on delete cascade,
  tenant_id uuid not null,
  primary key (token_id, permission_id)
);
call gatehouse_protect('api_token_permissions');
create index api_token_permissions_by_permission on api_token_permissions (permission_id);
