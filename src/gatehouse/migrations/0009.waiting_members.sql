-- depends: 0008.roster
-- Anybody can sign up a company and invite any address. Until the invited person accepts, that company
-- knows the address, and nothing of the account behind it.

create function gatehouse_knows(activated boolean, verified boolean, home uuid, tenant uuid)
  returns boolean language sql immutable parallel safe as $$
  select activated or coalesce(not verified and home = tenant, false)
$$;
comment on function gatehouse_knows is
  'whether a tenant sees more of a member than the address: they accepted, or the tenant itself made them and they own nothing yet';

-- With the rights of whoever asks, so that row-level security holds.
create view roster_source with (security_invoker = true) as
select m.tenant_id, m.user_id, u.email, m.created_at as joined_at,
  case when known then lower(u.name) else split_part(u.email, '@', 1) end as name,
  known and u.verified as verified,
  known and u.mfa_enrolled as mfa_enrolled,
  case when known then u.provider else 'local' end as provider,
  case when known then u.created_at else m.created_at end as created_at,
  case when known then u.last_login_at end as last_login_at
from memberships m
join users u on u.id = m.user_id and not u.invisible
cross join lateral gatehouse_knows(m.activated, u.verified, u.default_tenant_id, m.tenant_id) known;

create or replace function gatehouse_enroll() returns trigger language plpgsql as $$
declare
  scope text := coalesce(current_setting('gatehouse.scope', true), '');
begin
  perform set_config('gatehouse.scope', 'system', true);
  insert into roster (tenant_id, user_id, name, email, verified, mfa_enrolled, provider, created_at,
    joined_at, last_login_at)
  select s.tenant_id, s.user_id, s.name, s.email, s.verified, s.mfa_enrolled, s.provider,
    s.created_at, s.joined_at, s.last_login_at
  from roster_source s where s.tenant_id = new.tenant_id and s.user_id = new.user_id;
  perform set_config('gatehouse.scope', scope, true);
  return null;
end $$;

create function gatehouse_accept() returns trigger language plpgsql as $$
declare
  scope text := coalesce(current_setting('gatehouse.scope', true), '');
begin
  perform set_config('gatehouse.scope', 'system', true);
  update roster r set name = s.name, verified = s.verified, mfa_enrolled = s.mfa_enrolled,
    provider = s.provider, created_at = s.created_at, last_login_at = s.last_login_at
  from roster_source s
  where r.tenant_id = new.tenant_id and r.user_id = new.user_id
    and s.tenant_id = new.tenant_id and s.user_id = new.user_id;
  perform set_config('gatehouse.scope', scope, true);
  return null;
end $$;

create trigger roster_accept after update of activated on memberships
  for each row when (old.activated is distinct from new.activated)
  execute function gatehouse_accept();

create or replace function gatehouse_follow_user() returns trigger language plpgsql as $$
declare
  scope text := coalesce(current_setting('gatehouse.scope', true), '');
begin
  perform set_config('gatehouse.scope', 'system', true);
  if new.invisible then
    delete from roster where user_id = new.id and tenant_id in
      (select m.tenant_id from memberships m where m.user_id = new.id);
  elsif old.invisible then
    insert into roster (tenant_id, user_id, name, email, verified, mfa_enrolled, provider, created_at,
      joined_at, last_login_at)
    select s.tenant_id, s.user_id, s.name, s.email, s.verified, s.mfa_enrolled, s.provider,
      s.created_at, s.joined_at, s.last_login_at
    from roster_source s where s.user_id = new.id;
  else
    update roster r set name = s.name, email = s.email, verified = s.verified,
      mfa_enrolled = s.mfa_enrolled, provider = s.provider, created_at = s.created_at,
      last_login_at = s.last_login_at
    from roster_source s
    where s.user_id = new.id and r.user_id = new.id and r.tenant_id = s.tenant_id;
  end if;
  perform set_config('gatehouse.scope', scope, true);
  return null;
end $$;

drop trigger roster_follow_user on users;
create trigger roster_follow_user
  after update of name, email, verified, mfa_enrolled, provider, last_login_at, invisible,
    default_tenant_id on users
  for each row
  when ((old.name, old.email, old.verified, old.mfa_enrolled, old.provider, old.last_login_at,
         old.invisible, old.default_tenant_id) is distinct from
        (new.name, new.email, new.verified, new.mfa_enrolled, new.provider, new.last_login_at,
         new.invisible, new.default_tenant_id))
  execute function gatehouse_follow_user();

update roster r set name = s.name, verified = s.verified, mfa_enrolled = s.mfa_enrolled,
  provider = s.provider, created_at = s.created_at, last_login_at = s.last_login_at
from roster_source s, memberships m
where s.tenant_id = r.tenant_id and s.user_id = r.user_id
  and m.tenant_id = r.tenant_id and m.user_id = r.user_id and not m.activated;
