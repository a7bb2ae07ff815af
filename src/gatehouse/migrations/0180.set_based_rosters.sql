-- depends: 0175.connections
-- Whoever brings a thousand people in one statement pays for the roster once, not a thousand times. Statements
-- take the rows that they lock in the order of their keys, so that two of them never wait for each other in a
-- ring. A row is looked up by its key, whatever the planner makes of the number of rows when it first plans.

create or replace function gatehouse_enroll() returns trigger language plpgsql as $$
declare
  scope text := coalesce(current_setting('gatehouse.scope', true), '');
begin
  perform set_config('gatehouse.scope', 'system', true);
  insert into roster (tenant_id, user_id, name, email, verified, mfa_enrolled, provider, created_at,
    joined_at, last_login_at, password_breached)
  select s.tenant_id, s.user_id, s.name, s.email, s.verified, s.mfa_enrolled, s.provider, s.created_at,
    s.joined_at, s.last_login_at,
    c.activated and not c.is_disabled and exists (
      select from passwords p where p.user_id = c.user_id and p.breached_at is not null
    )
  from changed c
  cross join lateral (
    select * from roster_source r where r.tenant_id = c.tenant_id and r.user_id = c.user_id offset 0
  ) s;
  perform set_config('gatehouse.scope', scope, true);
  return null;
end $$;
drop trigger roster_enroll on memberships;
create trigger roster_enroll after insert on memberships referencing new table as changed
  for each statement execute function gatehouse_enroll();

-- Said by those who insert, of which there are two: for each row a trigger cost more than the row. Its function stays:
-- what older code may use goes in a contracting migration.
drop trigger roster_breached on roster;

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
      joined_at, last_login_at, password_breached)
    select s.tenant_id, s.user_id, s.name, s.email, s.verified, s.mfa_enrolled, s.provider, s.created_at,
      s.joined_at, s.last_login_at, gatehouse_breached(s.tenant_id, s.user_id)
    from roster_source s where s.user_id = new.id;
  else
    perform gatehouse_refresh_roster(null, new.id);
  end if;
  perform set_config('gatehouse.scope', scope, true);
  return null;
end $$;

create or replace function gatehouse_follow_roster() returns trigger language plpgsql as $$
declare
  scope text := coalesce(current_setting('gatehouse.scope', true), '');
begin
  perform set_config('gatehouse.scope', 'system', true);
  if tg_op = 'INSERT' then
    insert into roster_search (tenant_id, user_id, words, phone, metadata)
    select s.tenant_id, s.user_id, s.name || ' ' || s.email, s.phone, s.metadata
    from changed c
    cross join lateral (
      select * from roster_source r where r.tenant_id = c.tenant_id and r.user_id = c.user_id offset 0
    ) s;
    insert into roster_counts (tenant_id, people)
    select c.tenant_id, count(*) from changed c group by c.tenant_id;
  else
    insert into roster_counts (tenant_id, people)
    select c.tenant_id, -count(*) from changed c group by c.tenant_id;
  end if;
  perform set_config('gatehouse.scope', scope, true);
  return null;
end $$;

-- What is held below by memberships that are gone, or whose roles are others. A statement that ends nobody's
-- starts this too, also the one in here: it stops where nothing has changed.
create function gatehouse_end_all_inherited() returns trigger language plpgsql as $$
declare
  scope text := coalesce(current_setting('gatehouse.scope', true), '');
begin
  if not exists (select from changed) then
    return null;
  end if;
  perform set_config('gatehouse.scope', 'system', true);
  with held as materialized (
    select m.tenant_id, m.user_id
    from (select distinct c.tenant_id, c.user_id from changed c) c
    cross join lateral (
      select i.tenant_id, i.user_id from memberships i
      where i.inherited_from = c.tenant_id and i.user_id = c.user_id offset 0
    ) m
  ), locked as materialized (
    select m.tenant_id, m.user_id from memberships m
    where (m.tenant_id, m.user_id) in (select h.tenant_id, h.user_id from held h)
    order by m.tenant_id, m.user_id for update
  )
  delete from memberships m using locked l where m.tenant_id = l.tenant_id and m.user_id = l.user_id;
  perform set_config('gatehouse.scope', scope, true);
  return null;
end $$;

drop trigger memberships_end_inherited on memberships;
create trigger memberships_end_inherited after delete on memberships referencing old table as changed
  for each statement execute function gatehouse_end_all_inherited();
drop trigger membership_roles_end_inherited on membership_roles;
create trigger membership_roles_end_inherited after insert on membership_roles
  referencing new table as changed for each statement execute function gatehouse_end_all_inherited();
create trigger membership_roles_gone_end_inherited after delete on membership_roles
  referencing old table as changed for each statement execute function gatehouse_end_all_inherited();
