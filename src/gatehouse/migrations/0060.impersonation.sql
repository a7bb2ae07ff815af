-- depends: 0054.webhooks
-- Somebody of support acts in a person's name for an hour at most, where the tenant lets them.

alter table sessions add column impersonator_id uuid references users (id) on delete cascade;
comment on column sessions.impersonator_id is 'who acts in the person''s name; null: the person';

create table impersonations (
  id uuid primary key,
  token_hash bytea not null unique,
  tenant_id uuid not null references tenants (id) on delete cascade,
  actor_id uuid not null references users (id) on delete cascade,
  actor_session_id uuid not null references sessions (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  reason text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
comment on table impersonations is 'what somebody of support may begin, with a token that counts once';
call gatehouse_protect('impersonations');
create index impersonations_by_actor on impersonations (actor_id);
create index impersonations_by_session on impersonations (actor_session_id);
create index impersonations_by_user on impersonations (user_id);
create index impersonations_by_end on impersonations (expires_at);

create table impersonation_policies (
  tenant_id uuid primary key references tenants (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  enabled boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
call gatehouse_protect('impersonation_policies');

-- No role has it until the vendor gives it to one.
insert into permission_categories (name, description)
values ('Support', 'What the vendor''s own people do for an account');
insert into permissions (category_id, key, name)
select id, 'support.impersonate.users', 'Act in the name of users' from permission_categories
where name = 'Support';
