-- depends: 0036.sub_accounts
-- Links by which whoever has one joins a tenant: at most one of each member, and it goes with the membership.

create table invite_links (
  id uuid primary key,
  tenant_id uuid not null references tenants (id) on delete cascade,
  user_id uuid not null,
  token_hash bytea not null unique,
  sealed_token bytea not null,
  role_ids uuid[] not null default '{}',
  should_send_email boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  unique (tenant_id, user_id),
  foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade
);
comment on column invite_links.role_ids is 'what whoever joins gets; none: the default roles';
comment on column invite_links.should_send_email is 'its maker gets a mail about everybody who joins';
call gatehouse_protect('invite_links');
create index invite_links_by_end on invite_links (expires_at);

alter table pending_sign_ins add column invitation bytea;
comment on column pending_sign_ins.invitation is
  'hash of the token of the invite link that is used when the sign-in is complete';
