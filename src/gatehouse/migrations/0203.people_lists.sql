-- depends: 0202.people_filter_indexes
-- What filters of a list of people read stands in the roster, so that none of them joins the memberships of everybody;
-- and one function finds a page of whom they let through. What the version before calls stays as it is.

alter table roster
  add column activated boolean not null default true,
  add column is_disabled boolean not null default false,
  add column temporary_expires_at timestamptz,
  add column managed_by text not null default 'frontegg';

create or replace view roster_source with (security_invoker = true) as
select m.tenant_id, m.user_id,
  case when m.activated then u.email else coalesce(m.invited_email, u.email) end as email,
  m.created_at as joined_at,
  lower(case when m.activated then u.name
    else coalesce(m.invited_name, split_part(coalesce(m.invited_email, u.email), '@', 1)) end) as name,
  m.activated and u.verified as verified,
  m.activated and u.mfa_enrolled as mfa_enrolled,
  case when m.activated then u.provider else 'local' end as provider,
  case when m.activated then u.created_at else m.created_at end as created_at,
  case when m.activated then u.last_login_at end as last_login_at,
  case when m.activated then translate(u.phone_number, ' ().-', '') end as phone,
  case when m.activated then nullif(u.metadata, '{}') end as metadata,
  m.activated, m.is_disabled, m.temporary_expires_at, m.managed_by
from memberships m
join users u on u.id = m.user_id and not u.invisible;

create or replace function gatehouse_enroll() returns trigger language plpgsql as $$
declare
  scope text := coalesce(current_setting('gatehouse.scope', true), '');
begin
  perform set_config('gatehouse.scope', 'system', true);
  insert into roster (tenant_id, user_id, name, email, verified, mfa_enrolled, provider, created_at,
    joined_at, last_login_at, activated, is_disabled, temporary_expires_at, managed_by, password_breached)
  select s.tenant_id, s.user_id, s.name, s.email, s.verified, s.mfa_enrolled, s.provider, s.created_at,
    s.joined_at, s.last_login_at, s.activated, s.is_disabled, s.temporary_expires_at, s.managed_by,
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
      joined_at, last_login_at, activated, is_disabled, temporary_expires_at, managed_by, password_breached)
    select s.tenant_id, s.user_id, s.name, s.email, s.verified, s.mfa_enrolled, s.provider, s.created_at,
      s.joined_at, s.last_login_at, s.activated, s.is_disabled, s.temporary_expires_at, s.managed_by,
      gatehouse_breached(s.tenant_id, s.user_id)
    from roster_source s where s.user_id = new.id;
  else
    perform gatehouse_refresh_roster(null, new.id);
  end if;
  perform set_config('gatehouse.scope', scope, true);
  return null;
end $$;

create or replace function gatehouse_refresh_roster(tenant uuid, person uuid) returns void language sql as $$
  update roster r set name = s.name, email = s.email, verified = s.verified,
    mfa_enrolled = s.mfa_enrolled, provider = s.provider, created_at = s.created_at,
    last_login_at = s.last_login_at, activated = s.activated, is_disabled = s.is_disabled,
    temporary_expires_at = s.temporary_expires_at, managed_by = s.managed_by
  from roster_source s
  where s.user_id = person and (tenant is null or s.tenant_id = tenant)
    and r.tenant_id = s.tenant_id and r.user_id = s.user_id
    and (r.name, r.email, r.verified, r.mfa_enrolled, r.provider, r.created_at, r.last_login_at,
      r.activated, r.is_disabled, r.temporary_expires_at, r.managed_by)
      is distinct from
      (s.name, s.email, s.verified, s.mfa_enrolled, s.provider, s.created_at, s.last_login_at,
      s.activated, s.is_disabled, s.temporary_expires_at, s.managed_by);
  update roster_search t set words = s.name || ' ' || s.email, phone = s.phone, metadata = s.metadata
  from roster_source s
  where s.user_id = person and (tenant is null or s.tenant_id = tenant)
    and t.tenant_id = s.tenant_id and t.user_id = s.user_id
    and (t.words, t.phone, t.metadata) is distinct from (s.name || ' ' || s.email, s.phone, s.metadata);
$$;

drop trigger roster_accept on memberships;
create trigger roster_accept
  after update of activated, invited_name, is_disabled, temporary_expires_at, managed_by on memberships
  for each row
  when ((old.activated, old.invited_name, old.is_disabled, old.temporary_expires_at, old.managed_by)
    is distinct from
    (new.activated, new.invited_name, new.is_disabled, new.temporary_expires_at, new.managed_by))
  execute function gatehouse_accept();

-- A page of these tenants' people who meet all that is `wanted`, by the names of the list, in an order of the list:
-- `most` rows behind so many `skipped` ones; of several tenants, nearest first, a person is found once, as the
-- nearest knows them. Each row says its place and how many there are, counted to `at_most`; where the page has none, one
-- row says that alone. Whether a membership has ended is decided by the time `at`.
--
-- How many there are is counted by whatever index finds the fewest, planned anew for what is asked for, because one
-- role is everybody's and another three people's. Then either all of them are sorted, or the list's own order is read
-- and each person looked at alone: the more of all people are met, the sooner a page is full that way. It ends where
-- more were looked at than should have been, because what is met may be what the order has last.
create function gatehouse_list_people(
  tenants uuid[], wanted jsonb, at timestamptz, sort text, down boolean, most bigint, skipped bigint,
  at_most bigint
) returns table (tenant_id uuid, user_id uuid, key bigint, total bigint)
language plpgsql stable security definer rows 100 as $$
#variable_conflict use_column
declare
  scope uuid[] := public.gatehouse_scope();
  standing constant jsonb := '{
    "disabled": "r.is_disabled",
    "ended": "not r.is_disabled and r.temporary_expires_at <= $2",
    "pending": "not r.activated and not r.is_disabled and (r.temporary_expires_at is null or r.temporary_expires_at > $2)",
    "active": "r.activated and not r.is_disabled and (r.temporary_expires_at is null or r.temporary_expires_at > $2)"
  }';
  keys constant jsonb := '{
    "createdAt": "r.created_at", "joinedAt": "r.joined_at", "lastLogin": "r.last_login_at", "name": "r.name",
    "email": "r.email", "id": "r.user_id", "tenantId": "r.tenant_id", "verified": "r.verified",
    "provider": "r.provider"
  }';
  in_search constant text[] := '{words,phone,metadata}';
  single constant boolean := cardinality(tenants) = 1;
  way constant text := case when down then 'desc nulls last, %s desc' else 'asc nulls first, %s asc' end;
  near constant text := current_setting('random_page_cost');
  sorted_by text := keys ->> sort;
  own text;
  met text := 'true';    -- what an index may find, of the roster
  sets text[] := '{}';   -- and of other tables
  alone text := 'true';  -- of one person who is looked at
  early text := 'true';  -- what the order itself knows
  name text;
  one text;
  several text;
  condition text;
  looked_at text;
  giving uuid[];
  n bigint;
  people bigint;
  inside text;
  looks_up boolean;
  once boolean := true;  -- the first set has nobody twice
  on_page bigint;
  ordered text;
  homes uuid[];
  ids uuid[];
begin
  if scope is not null then
    tenants := array(
      select t.id from unnest(tenants) with ordinality t (id, place)
      where t.id in (select unnest(scope)) order by t.place
    );
  end if;
  own := case when single then format('= %L::uuid', tenants[1]) else '= any ($1)' end;
  if sort = 'tenantId' and single then
    sorted_by := 'r.user_id';
  elsif sort = 'isLocked' then
    -- Of who waits to accept, the account behind the address is not shown, by no order either.
    sorted_by := format('((r.tenant_id, r.user_id) in (select m.tenant_id, m.user_id from public.password_locks p'
      ' join public.memberships m on m.user_id = p.user_id'
      ' where p.locked_until > $2 and m.tenant_id %s and m.activated))', own);
  end if;
  if not single then
    alone := '0 = (select count(*) from public.memberships o where o.user_id = r.user_id'
      ' and o.tenant_id <> r.tenant_id and array_position($1, o.tenant_id) < array_position($1, r.tenant_id))';
    met := alone;
  end if;
  for name, one in select e.key, e.value from jsonb_each_text(wanted) e loop
    several := case when jsonb_typeof(wanted -> name) = 'array'
      then (select array_agg(e.value)::text from jsonb_array_elements_text(wanted -> name) e) end;
    condition := null;
    looked_at := null;
    case name
      when 'words' then
        select string_agg(format('s.words like %L', e.value), ' and '),
          string_agg(format('(r.name || '' '' || r.email) like %L', e.value), ' and ')
        into condition, looked_at from jsonb_array_elements_text(wanted -> name) e;
      when 'phone' then condition := format('s.phone = %L', one);
      when 'metadata' then condition := format('s.metadata @> %L', one);
      when 'text' then condition := format('(r.name || '' '' || r.email) like %L', one);
      when 'email_part' then condition := format('r.email like %L', one);
      when 'name_prefix' then condition := format('r.name like %L', one);
      when 'email' then condition := format('r.email = %L', one);
      when 'ids' then condition := format('r.user_id = any (%L)', several);
      when 'username' then condition := format(
        '(r.tenant_id, r.user_id) in (select o.tenant_id, o.user_id from public.usernames n'
        ' join public.memberships o on o.user_id = n.user_id where n.folded = %L'
        ' and o.tenant_id %s and o.activated)', one, own);
      when 'unenrolled' then condition := 'not r.mfa_enrolled';
      when 'enrolled' then condition := case when one::boolean then 'r.mfa_enrolled' else 'not r.mfa_enrolled' end;
      when 'breached' then condition := 'r.password_breached';
      when 'seen_since' then
        condition := format('r.last_login_at >= %L', one);
        early := early || case when sort = 'lastLogin' then ' and ' || condition else '' end;
      when 'never_seen' then
        condition := case when one::boolean then 'r.last_login_at is null' else 'r.last_login_at is not null' end;
        early := early || case when sort = 'lastLogin' then ' and ' || condition else '' end;
      when 'not_seen_since' then
        condition := format('coalesce(r.last_login_at, r.joined_at) < %L', one);
        -- Whoever never came is behind all of these.
        early := early || case when sort = 'lastLogin' and down then format(' and r.last_login_at < %L', one) else '' end;
      when 'managed_by' then condition := format('r.managed_by = any (%L)', several);
      when 'statuses' then condition := (
        select '(' || string_agg(standing ->> e.value, ' or ') || ')'
        from jsonb_array_elements_text(wanted -> name) e
      );
      when 'groups' then
        once := once and (sets <> '{}' or jsonb_array_length(wanted -> name) = 1);
        sets := sets || format('select g.tenant_id, g.user_id from public.group_members g'
          ' where g.tenant_id %s and g.group_id = any (%L)', own, several);
        looked_at := format('(select true from public.group_members g where g.tenant_id = r.tenant_id'
          ' and g.user_id = r.user_id and g.group_id = any (%L) limit 1)', several);
      when 'roles' then
        giving := array(
          select gr.group_id from public.group_roles gr
          where gr.tenant_id = any (tenants) and gr.role_id = any (several::uuid[]) and not exists (
            select from public.group_configurations c
            where c.tenant_id = gr.tenant_id and not (c.enabled and c.roles_enabled)
          )
        );
        once := once and (sets <> '{}' or jsonb_array_length(wanted -> name) = 1 and giving = '{}');
        sets := sets || format('select h.tenant_id, h.user_id from public.membership_roles h'
          ' where h.tenant_id %s and h.role_id = any (%L)%s', own, several,
          case when giving <> '{}' then format(
            ' union all select g.tenant_id, g.user_id from public.group_members g'
            ' where g.tenant_id %s and g.group_id = any (%L)', own, giving) end);
        looked_at := format('((select true from public.membership_roles h where h.tenant_id = r.tenant_id'
          ' and h.user_id = r.user_id and h.role_id = any (%L) limit 1)%s)', several,
          case when giving <> '{}' then format(
            ' or (select true from public.group_members g where g.tenant_id = r.tenant_id'
            ' and g.user_id = r.user_id and g.group_id = any (%L) limit 1)', giving) end);
    end case;
    if name = any (in_search) then
      sets := sets || format('select s.tenant_id, s.user_id from public.roster_search s where %s and %s',
        case when single then 's.tenant_id ' || own else '(s.tenant_id = any ($1)) is true' end, condition);
      looked_at := coalesce(looked_at, format('(select %s from public.roster_search s'
        ' where s.tenant_id = r.tenant_id and s.user_id = r.user_id)', condition));
    elsif condition is not null then
      met := met || ' and ' || condition;
    end if;
    alone := alone || ' and ' || coalesce(looked_at, condition);
  end loop;
  -- A row that an index finds costs no more than its neighbor: an account that is at work is in memory.
  perform set_config('random_page_cost', '1.1', true);
  for place in 1 .. cardinality(sets) loop
    inside := case place when 1 then sets[1] else format(
      'select a.tenant_id, a.user_id from (%s) a where (a.tenant_id, a.user_id) in (%s)', inside, sets[place]) end;
  end loop;
  -- Whoever is in a search, a group, or has a role, is in the roster too, unless hidden from it.
  if single and met = 'true' and inside is not null and not exists (
    select from public.users u join public.memberships m on m.user_id = u.id
    where u.invisible and m.tenant_id = tenants[1]
  ) then
    if once then
      execute 'select count(*) from (' || inside || ' limit $3) f' into n using tenants, at, at_most;
    else
      execute 'with f as materialized (select f.user_id from (' || inside || ') f limit $3 * 4)'
        ' select case when count(distinct f.user_id) >= $3 then $3 when count(*) < $3 * 4 then count(distinct f.user_id)'
        ' end from f' into n using tenants, at, at_most;
    end if;
  end if;
  met := 'r.tenant_id ' || own || ' and ' || met
    || coalesce(' and (r.tenant_id, r.user_id) in (' || inside || ')', '');
  if n is null then
    execute 'select count(*) from (select from public.roster r where ' || met || ' limit $3) f'
      into n using tenants, at, at_most;
  end if;
  looks_up := wanted ?| array['groups', 'roles', 'phone', 'metadata'];
  ordered := case sorted_by when 'r.user_id' then 'r.user_id' || case when down then ' desc' else '' end
    else format('%s ' || way, sorted_by, 'r.user_id') end;
  on_page := case when n < at_most then least(most, greatest(n - skipped, 0)) else most end;
  if on_page > 0 then
    select coalesce(sum(c.people), 0) from public.roster_counts c where c.tenant_id = any (tenants) into people;
    if not single and n >= at_most then
      execute format('select array_agg(f.tenant_id), array_agg(f.user_id) from ('
        'select r.tenant_id, r.user_id from unnest($1) t (id) cross join lateral ('
        'select r.*, %1$s as key from public.roster r where r.tenant_id = t.id and %2$s order by %3$s limit $3 + $4'
        ') r order by r.key %4$s limit $3 offset $4) f', sorted_by, alone, ordered, format(way, 'r.user_id'))
        into homes, ids using tenants, at, most, skipped;
    elsif single and (n >= at_most or (skipped + most) * people < n * n) then
      execute format('select array_agg(f.tenant_id), array_agg(f.user_id) from (select r.tenant_id, r.user_id from ('
        'select r.* from public.roster r where r.tenant_id %s and %s order by %s limit $5'
        ') r where %s limit $3 offset $4) f', own, early, ordered, alone)
        into homes, ids using tenants, at, most, skipped, 
          greatest(case when looks_up then 2000 else 10000 end, 4 * (skipped + most) * people / n);
    end if;
    if coalesce(cardinality(ids), 0) < on_page then
      execute format('select array_agg(f.tenant_id), array_agg(f.user_id) from (select r.tenant_id, r.user_id from ('
        'select r.tenant_id, r.user_id, %s as key from public.roster r where %s offset 0'
        ') r order by r.key %s limit $3 offset $4) f', sorted_by, met, format(way, 'r.user_id'))
        into homes, ids using tenants, at, most, skipped;
    end if;
  end if;
  perform set_config('random_page_cost', near, true);
  if ids is null then
    return query select null::uuid, null::uuid, null::bigint, n;
  else
    return query select o.home, o.id, o.place, n from unnest(homes, ids) with ordinality o (home, id, place);
  end if;
end $$;
revoke execute on function gatehouse_list_people from public;
grant execute on function gatehouse_list_people to gatehouse_app;
