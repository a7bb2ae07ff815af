-- depends: 0010.waiting_names
-- Lists that cost the same however many people a tenant has: counts that are kept, a search by index, and
-- orders and look-ups that no table has to be read through for.

set local gatehouse.scope = 'system';

create extension if not exists btree_gin;

-- How many people the roster has of each tenant: the sum of the tenant's rows. Writers only add rows, so they
-- never wait for each other; a job folds the rows of a tenant into one.
create table roster_counts (
  id bigint generated always as identity primary key,
  tenant_id uuid not null,
  people bigint not null,
  folded boolean not null default false
);
call gatehouse_protect('roster_counts');
create index roster_counts_by_tenant on roster_counts (tenant_id) include (people);
create index roster_counts_to_fold on roster_counts (tenant_id) where not folded;

-- What people are searched by. Behind row-level security only operators that cannot leak what they see may
-- use an index, and `like` and `@>` are none of those. So only `gatehouse_search` reads this table, with the
-- rights of its owner, and keeps to the scope itself.
create table roster_search (
  tenant_id uuid not null,
  user_id uuid not null,
  words text not null,
  phone text,
  metadata jsonb,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references roster (tenant_id, user_id) on delete cascade
);
comment on column roster_search.words is 'name and address in lower case';
comment on column roster_search.phone is 'without separators';
comment on column roster_search.metadata is 'null when there is none';
call gatehouse_protect('roster_search');
create policy search on roster_search to current_user using (true);
-- New words wait in a short list before they are sorted in, and every search reads that list.
create index roster_search_words on roster_search
  using gin (tenant_id, words gin_trgm_ops, metadata jsonb_path_ops) with (gin_pending_list_limit = 256);
create index roster_search_phone on roster_search (tenant_id, phone) where phone is not null;

create or replace view roster_source with (security_invoker = true) as
select m.tenant_id, m.user_id, u.email, m.created_at as joined_at,
  lower(case when m.activated then u.name else coalesce(m.invited_name, split_part(u.email, '@', 1)) end)
    as name,
  m.activated and u.verified as verified,
  m.activated and u.mfa_enrolled as mfa_enrolled,
  case when m.activated then u.provider else 'local' end as provider,
  case when m.activated then u.created_at else m.created_at end as created_at,
  case when m.activated then u.last_login_at end as last_login_at,
  case when m.activated then translate(u.phone_number, ' ().-', '') end as phone,
  case when m.activated then nullif(u.metadata, '{}') end as metadata
from memberships m
join users u on u.id = m.user_id and not u.invisible;

-- The roster's rows of whoever in these tenants has all of the patterns in name and address, this phone
-- number, this metadata; a null asks for nothing. Planned anew each time: a tenant may have one person or a
-- hundred thousand.
create function gatehouse_search(
  tenants uuid[], patterns text[], number text, part jsonb, at_most integer
) returns setof roster language plpgsql stable security definer rows 100 as $$
declare
  scope uuid[] := public.gatehouse_scope();
  conditions text := 's.tenant_id = any ($1)';
begin
  if scope is not null then
    tenants := array(select unnest(tenants) intersect select unnest(scope));
  end if;
  for place in 1 .. coalesce(cardinality(patterns), 0) loop
    conditions := conditions || format(' and s.words like $2[%s]', place);
  end loop;
  if number is not null then
    conditions := conditions || ' and s.phone = $3';
  end if;
  if part is not null then
    conditions := conditions || ' and s.metadata @> $4';
  end if;
  return query execute
    'select r.* from public.roster_search s'
    ' join public.roster r on r.tenant_id = s.tenant_id and r.user_id = s.user_id'
    ' where ' || conditions || ' limit $5'
    using tenants, patterns, number, part, at_most;
end $$;
revoke execute on function gatehouse_search from public;
grant execute on function gatehouse_search to gatehouse_app;

-- One call a statement, however many rows.
create function gatehouse_follow_roster() returns trigger language plpgsql as $$
declare
  scope text := coalesce(current_setting('gatehouse.scope', true), '');
begin
  perform set_config('gatehouse.scope', 'system', true);
  if tg_op = 'INSERT' then
    insert into roster_search (tenant_id, user_id, words, phone, metadata)
    select s.tenant_id, s.user_id, s.name || ' ' || s.email, s.phone, s.metadata
    from changed c join roster_source s on s.tenant_id = c.tenant_id and s.user_id = c.user_id;
    insert into roster_counts (tenant_id, people)
    select c.tenant_id, count(*) from changed c group by c.tenant_id;
  else
    insert into roster_counts (tenant_id, people)
    select c.tenant_id, -count(*) from changed c group by c.tenant_id;
  end if;
  perform set_config('gatehouse.scope', scope, true);
  return null;
end $$;

create trigger roster_added after insert on roster referencing new table as changed
  for each statement execute function gatehouse_follow_roster();
create trigger roster_removed after delete on roster referencing old table as changed
  for each statement execute function gatehouse_follow_roster();

-- One row of the roster, or all of a person's. What has not changed is not written again.
create function gatehouse_refresh_roster(tenant uuid, person uuid) returns void language sql as $$
  update roster r set name = s.name, email = s.email, verified = s.verified,
    mfa_enrolled = s.mfa_enrolled, provider = s.provider, created_at = s.created_at,
    last_login_at = s.last_login_at
  from roster_source s
  where s.user_id = person and (tenant is null or s.tenant_id = tenant)
    and r.tenant_id = s.tenant_id and r.user_id = s.user_id
    and (r.name, r.email, r.verified, r.mfa_enrolled, r.provider, r.created_at, r.last_login_at)
      is distinct from
      (s.name, s.email, s.verified, s.mfa_enrolled, s.provider, s.created_at, s.last_login_at);
  update roster_search t set words = s.name || ' ' || s.email, phone = s.phone, metadata = s.metadata
  from roster_source s
  where s.user_id = person and (tenant is null or s.tenant_id = tenant)
    and t.tenant_id = s.tenant_id and t.user_id = s.user_id
    and (t.words, t.phone, t.metadata) is distinct from (s.name || ' ' || s.email, s.phone, s.metadata);
$$;

create or replace function gatehouse_accept() returns trigger language plpgsql as $$
declare
  scope text := coalesce(current_setting('gatehouse.scope', true), '');
begin
  perform set_config('gatehouse.scope', 'system', true);
  perform gatehouse_refresh_roster(new.tenant_id, new.user_id);
  perform set_config('gatehouse.scope', scope, true);
  return null;
end $$;

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
    perform gatehouse_refresh_roster(null, new.id);
  end if;
  perform set_config('gatehouse.scope', scope, true);
  return null;
end $$;

-- Somebody may belong to thousands of tenants: a login that follows another within the hour changes nothing
-- in their lists.
drop trigger roster_follow_user on users;
create trigger roster_follow_user
  after update of name, email, verified, mfa_enrolled, provider, last_login_at, invisible, phone_number,
    metadata on users
  for each row
  when ((old.name, old.email, old.verified, old.mfa_enrolled, old.provider, old.invisible,
         old.phone_number, old.metadata) is distinct from
        (new.name, new.email, new.verified, new.mfa_enrolled, new.provider, new.invisible,
         new.phone_number, new.metadata)
    or (old.last_login_at is distinct from new.last_login_at
        and (new.last_login_at between old.last_login_at and old.last_login_at + interval '1 hour')
          is not true))
  execute function gatehouse_follow_user();

insert into roster_search (tenant_id, user_id, words, phone, metadata)
select s.tenant_id, s.user_id, s.name || ' ' || s.email, s.phone, s.metadata from roster_source s;

insert into roster_counts (tenant_id, people, folded)
select r.tenant_id, count(*), true from roster r group by r.tenant_id;

-- Statements are planned once for all tenants. Planned for the many small ones they would read all of a big
-- one; planned as if there were few and big ones, they read what they need of either.
alter table roster alter column tenant_id set (n_distinct = 20);
alter table memberships alter column tenant_id set (n_distinct = 20);
