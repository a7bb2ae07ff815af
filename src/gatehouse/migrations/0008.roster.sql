-- depends: 0005.catalogue
-- The list of a tenant's people, sorted and searched without touching `users`, which holds everybody
-- of every tenant. Kept by triggers, so that no writer can forget it.

create table roster (
  tenant_id uuid not null,
  user_id uuid not null,
  name text not null,
  email text not null,
  verified boolean not null,
  mfa_enrolled boolean not null,
  provider text not null,
  created_at timestamptz not null,
  joined_at timestamptz not null,
  last_login_at timestamptz,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade
);
comment on table roster is 'every membership whose user is visible';
comment on column roster.name is 'lower case: the sort key, not the spelling to show';
call gatehouse_protect('roster');

-- The order of a list is `asc nulls first, user_id asc`, or exactly its reverse. A search reads the
-- tenant's part of an index that holds both texts; a trigram index would never be used, because
-- behind row-level security `like` is not leakproof and so is no index condition.
create index roster_by_name on roster (tenant_id, name nulls first, user_id) include (email);
create index roster_by_email on roster (tenant_id, email nulls first, user_id) include (name);
create index roster_by_creation on roster (tenant_id, created_at nulls first, user_id);
create index roster_by_joining on roster (tenant_id, joined_at nulls first, user_id);
create index roster_by_login on roster (tenant_id, last_login_at nulls first, user_id);

-- Who holds a given role in a tenant.
create index membership_roles_by_holder on membership_roles (tenant_id, role_id, user_id);

create index passwords_locked on passwords (user_id) where locked_until is not null;

-- In a tenant no two roles share a name, whatever its case.
create unique index roles_by_name on roles (tenant_id, lower(name)) nulls not distinct;

-- The scope is set inside: a `set` clause of the function is for superusers only.
create function gatehouse_enroll() returns trigger language plpgsql as $$
declare
  scope text := coalesce(current_setting('gatehouse.scope', true), '');
begin
  perform set_config('gatehouse.scope', 'system', true);
  insert into roster (tenant_id, user_id, name, email, verified, mfa_enrolled, provider,
    created_at, joined_at, last_login_at)
  select new.tenant_id, u.id, lower(u.name), u.email, u.verified, u.mfa_enrolled, u.provider,
    u.created_at, new.created_at, u.last_login_at
  from users u where u.id = new.user_id and not u.invisible;
  perform set_config('gatehouse.scope', scope, true);
  return null;
end $$;

create trigger roster_enroll after insert on memberships
  for each row execute function gatehouse_enroll();

-- A person's change reaches every tenant of theirs, whatever the scope of the transaction.
create function gatehouse_follow_user() returns trigger language plpgsql as $$
declare
  scope text := coalesce(current_setting('gatehouse.scope', true), '');
begin
  perform set_config('gatehouse.scope', 'system', true);
  if new.invisible then
    delete from roster where user_id = new.id and tenant_id in
      (select m.tenant_id from memberships m where m.user_id = new.id);
  elsif old.invisible then
    insert into roster (tenant_id, user_id, name, email, verified, mfa_enrolled, provider,
      created_at, joined_at, last_login_at)
    select m.tenant_id, new.id, lower(new.name), new.email, new.verified, new.mfa_enrolled,
      new.provider, new.created_at, m.created_at, new.last_login_at
    from memberships m where m.user_id = new.id;
  else
    update roster set name = lower(new.name), email = new.email, verified = new.verified,
      mfa_enrolled = new.mfa_enrolled, provider = new.provider, last_login_at = new.last_login_at
    where user_id = new.id and tenant_id in
      (select m.tenant_id from memberships m where m.user_id = new.id);
  end if;
  perform set_config('gatehouse.scope', scope, true);
  return null;
end $$;

create trigger roster_follow_user
  after update of name, email, verified, mfa_enrolled, provider, last_login_at, invisible on users
  for each row
  when ((old.name, old.email, old.verified, old.mfa_enrolled, old.provider, old.last_login_at,
         old.invisible) is distinct from
        (new.name, new.email, new.verified, new.mfa_enrolled, new.provider, new.last_login_at,
         new.invisible))
  execute function gatehouse_follow_user();

insert into roster (tenant_id, user_id, name, email, verified, mfa_enrolled, provider,
  created_at, joined_at, last_login_at)
select m.tenant_id, u.id, lower(u.name), u.email, u.verified, u.mfa_enrolled, u.provider,
  u.created_at, m.created_at, u.last_login_at
from memberships m join users u on u.id = m.user_id and not u.invisible;
