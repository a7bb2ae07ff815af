-- One page of the members of one or several tenants: filtered, sorted, counted, and each user once, in the
-- first of the tenants that has the user. A filtered list is counted up to `at_most`. The total of all members
-- of one tenant is exact, and pages beyond the middle of that list are read from its end.
-- The statement is put together from the filters and planned anew for each call, because one filter may match
-- three members and another a hundred thousand. Runs with the rights of its owner, since conditions on text use
-- no index behind row security, and narrows the tenants to the scope of the caller first.
-- test: tests/directory/test_list_filters.py::test_filters_narrow_down_together_with_all_else
create or replace function gatehouse_list_people(
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
  near constant text := current_setting('random_page_cost');
  workers constant text := current_setting('max_parallel_workers_per_gather');
  sorted_by text := keys ->> sort;
  way text;
  own text;
  met text := 'true';    -- conditions on the member index
  sets text[] := '{}';   -- statements that list members by other tables
  looked text := 'true'; -- all conditions, for one member at a time
  alone text := 'true';  -- `looked`, and no nearer tenant has the user
  early text := 'true';  -- conditions that the index of the order itself checks
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
  once boolean := true;  -- the first set has no user twice
  on_page bigint;
  ordered text;
  homes uuid[];
  ids uuid[];
  nearest text := 'true';  -- no nearer tenant among these has the user
  bare text := 'true';     -- `met` without the condition on active members
  kept_out text;           -- members who are not active
  counted text;
  matching uuid[];         -- the members of `inside`, as far as they were counted
  matching_in uuid[];      -- their tenants
  large uuid[];
  small uuid[];
  largest uuid;
  others uuid[];
  few boolean;             -- the small tenants have few members together
  paged boolean := false;
  entire constant boolean := single and wanted = '{}'; -- all members of one tenant
  from_end boolean := false;
  locked uuid[];           -- members of the one tenant who are locked, as far as they were counted
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
    -- Of a pending member nothing of the account is shown, not even by the order of the list.
    inside := format('select m.tenant_id, m.user_id from public.password_locks p'
      ' join public.memberships m on m.user_id = p.user_id'
      ' where p.locked_until > $2 and m.tenant_id %s and m.activated', own);
    sorted_by := format('((r.tenant_id, r.user_id) in (%s))', inside);
    if single then
      execute format('select coalesce(array_agg(l.user_id), ''{}'') from (%s limit $3) l', inside)
        into locked using tenants, at, at_most;
    end if;
    inside := null;
  end if;
  if not single then
    -- No tenant is nearer than the first.
    nearest := format('(r.tenant_id = %L or 0 = (select count(*) from public.memberships o'
      ' where o.user_id = r.user_id and o.tenant_id <> r.tenant_id'
      ' and array_position($1, o.tenant_id) < array_position($1, r.tenant_id)))', tenants[1]);
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
      when 'name_prefix' then
        condition := format('r.name like %L', one);
        -- In one tenant these are a range of an index; of thousands, the index of words finds them together.
        if not single and one ~ '[^\W_]{3}' then
          sets := sets || format('select s.tenant_id, s.user_id from public.roster_search s'
            ' where (s.tenant_id = any ($1)) is true and s.words like %L', '%' || one);
        end if;
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
        -- Members who never signed in come last.
        early := early || case when sort = 'lastLogin' and down then format(' and r.last_login_at < %L', one) else '' end;
      when 'managed_by' then condition := format('r.managed_by = any (%L)', several);
      when 'statuses' then
        condition := (
          select '(' || string_agg(standing ->> e.value, ' or ') || ')'
          from jsonb_array_elements_text(wanted -> name) e
        );
        -- Nearly all members are active; the few others have indexes of their own.
        if single and wanted -> name = '["active"]' then
          kept_out := format('select e.user_id from public.roster e where e.tenant_id %s'
            ' and (e.is_disabled or not e.activated or e.temporary_expires_at <= $2)', own);
        end if;
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
      bare := bare || case when name = 'statuses' and kept_out is not null then '' else ' and ' || condition end;
    end if;
    looked := looked || ' and ' || coalesce(looked_at, condition);
  end loop;
  alone := nearest || ' and ' || looked;
  -- The rows of a tenant in use are in memory, so a random read costs no more than a sequential one, and a page is
  -- read sooner than other processes have begun to help.
  perform set_config('random_page_cost', '1.1', true);
  perform set_config('max_parallel_workers_per_gather', '0', true);
  for place in 1 .. cardinality(sets) loop
    inside := case place when 1 then sets[1] else format(
      'select a.tenant_id, a.user_id from (%s) a where (a.tenant_id, a.user_id) in (%s)', inside, sets[place]) end;
  end loop;
  -- Members found by search, group or role are in the member index too, unless they are invisible.
  if bare = 'true' and inside is not null and (single or once) and not exists (
    select from public.users u join public.memberships m on m.user_id = u.id
    where u.invisible and m.tenant_id = any (tenants)
  ) then
    counted := 'select r.tenant_id, r.user_id from (' || inside || ') r where ' || nearest
      || coalesce(' and r.user_id not in (' || kept_out || ')', '');
    if once then
      execute 'select count(*), array_agg(f.tenant_id), array_agg(f.user_id) from (' || counted || ' limit $3) f'
        into n, matching_in, matching using tenants, at, at_most;
    else
      execute 'with f as materialized (select f.user_id from (' || counted || ') f limit $3 * 4)'
        ' select case when count(distinct f.user_id) >= $3 then $3 when count(*) < $3 * 4 then count(distinct f.user_id)'
        ' end from f' into n using tenants, at, at_most;
    end if;
  end if;
  -- The other tables name the tenants already; comparing each row of the index with thousands would take longer.
  met := case when single or inside is null then 'r.tenant_id ' || own || ' and ' else '' end || met
    || coalesce(' and (r.tenant_id, r.user_id) in (' || inside || ')', '');
  if not single then
    -- Large tenants are read in the order of the list; small ones are read together.
    large := array(
      select distinct c.tenant_id from public.roster_counts c where c.people > 20 and c.tenant_id = any (tenants)
    );
    small := case when cardinality(large) < 2 then array_remove(tenants, large[1])
      else array(select t.id from unnest(tenants) t (id) except select l.id from unnest(large) l (id)) end;
    if wanted = '{}' then
      -- Members of the largest tenant, and users of the others alone: exact while those are no more than `at_most`.
      select c.tenant_id, sum(c.people) from public.roster_counts c
      where c.tenant_id = any (case when large = '{}' then tenants else large end)
      group by c.tenant_id order by sum(c.people) desc limit 1 into largest, n;
      execute 'select array_agg(f.user_id) from ('
        'select r.user_id from public.roster r where r.tenant_id = any ($1) limit $2 + 1) f'
        into others using array_remove(tenants, largest), at_most;
      few := coalesce(cardinality(others), 0) <= at_most;
      others := others[:at_most];
      n := coalesce(n, 0) + (select count(distinct o.id) from unnest(others) o (id))
        - (select count(*) from public.roster r where r.tenant_id = largest and r.user_id = any (others));
    end if;
  end if;
  if single then
    select coalesce(sum(c.people), 0) from public.roster_counts c where c.tenant_id = any (tenants) into people;
    n := case when entire then people else n end;
  end if;
  way := case when down then 'desc nulls last, %s desc' else 'asc nulls first, %s asc' end;
  if n is null and single then
    execute format('select count(*), %s from (select r.user_id from public.roster r where %s limit $3) f',
      case when inside is null then 'null' else 'array_agg(f.user_id)' end, met)
      into n, matching using tenants, at, at_most;
  elsif n is null then
    -- Read once for both: below `at_most` this is the page.
    execute format('with f as materialized ('
      'select r.tenant_id, r.user_id, %s as key from public.roster r where %s and %s limit $3)'
      ' select (select count(*) from f), array_agg(p.tenant_id), array_agg(p.user_id) from ('
      'select f.* from f order by f.key %s limit $4 offset $5) p',
      sorted_by, met, nearest, format(way, 'f.user_id'))
      into n, homes, ids using tenants, at, at_most, most, skipped;
  end if;
  -- The other tables are read once: what they name is complete below `at_most`.
  if single and n < at_most and matching is not null then
    met := format('r.tenant_id %s and r.user_id = any ($5)', own);
  end if;
  on_page := case when n < at_most or entire then least(most, greatest(n - skipped, 0)) else most end;
  from_end := entire and on_page > 0 and skipped > n / 2;
  if from_end then
    down := not down;
    way := case when down then 'desc nulls last, %s desc' else 'asc nulls first, %s asc' end;
    skipped := n - skipped - on_page;
    most := on_page;
  end if;
  looks_up := wanted ?| array['groups', 'roles', 'phone', 'metadata'];
  ordered := case sorted_by when 'r.user_id' then 'r.user_id' || case when down then ' desc' else '' end
    else format('%s ' || way, sorted_by, 'r.user_id') end;
  if on_page > 0 then
    paged := not single and (n >= at_most or wanted = '{}');
    if paged and few is not true then
      execute 'select count(*) < 2 * $2 from ('
        'select from public.roster r where r.tenant_id = any ($1) limit 2 * $2) f' into few using small, at_most;
    end if;
    if paged and few then
      -- Whether a nearer tenant has the user is checked until the page is full.
      execute format('select array_agg(f.tenant_id), array_agg(f.user_id) from (select r.tenant_id, r.user_id from ('
        'select r.* from ('
        'select p.* from unnest($5) t (id) cross join lateral ('
        'select r.tenant_id, r.user_id, %1$s as key from public.roster r where r.tenant_id = t.id and %2$s'
        ' order by %3$s limit $3 + $4) p'
        ' union all'
        ' select r.tenant_id, r.user_id, %1$s as key from public.roster r where r.tenant_id = any ($6) and %4$s'
        ') r order by r.key %5$s offset 0) r where %6$s limit $3 offset $4) f',
        sorted_by, alone, ordered, looked, format(way, 'r.user_id'), nearest)
        into homes, ids using tenants, at, most, skipped, large, small;
    elsif paged then
      execute format('select array_agg(f.tenant_id), array_agg(f.user_id) from ('
        'select r.tenant_id, r.user_id from unnest($1) t (id) cross join lateral ('
        'select r.*, %1$s as key from public.roster r where r.tenant_id = t.id and %2$s order by %3$s limit $3 + $4'
        ') r order by r.key %4$s limit $3 offset $4) f', sorted_by, alone, ordered, format(way, 'r.user_id'))
        into homes, ids using tenants, at, most, skipped;
    elsif cardinality(locked) < at_most then
      -- They are few, and a part of the list of their own.
      execute format('select array_agg(f.tenant_id), array_agg(f.user_id) from (select f.tenant_id, f.user_id from ('
        '(select r.tenant_id, r.user_id, true as key from public.roster r where r.user_id = any ($6) and %1$s'
        ' order by r.user_id %2$s limit $3 + $4)'
        ' union all (select r.tenant_id, r.user_id, false from public.roster r where r.user_id <> all ($6) and %1$s'
        ' order by r.user_id %2$s limit $3 + $4)'
        ') f order by f.key %2$s, f.user_id %2$s limit $3 offset $4) f', met, case when down then 'desc' else 'asc' end)
        into homes, ids using tenants, at, most, skipped, matching, locked;
    elsif single and (n >= at_most or (skipped + most) * people < n * n) then
      execute format('select array_agg(f.tenant_id), array_agg(f.user_id) from (select r.tenant_id, r.user_id from ('
        'select r.* from public.roster r where r.tenant_id %s and %s order by %s limit $5'
        ') r where %s limit $3 offset $4) f', own, early, ordered, alone)
        into homes, ids using tenants, at, most, skipped,
          greatest(case when looks_up then 2000 else 10000 end, 4 * (skipped + most) * people / n);
    end if;
    if not single and n < 1000 and matching is not null then
      execute format('select array_agg(f.tenant_id), array_agg(f.user_id) from ('
        'select r.tenant_id, r.user_id from unnest($5, $6) t (tenant_id, user_id)'
        ' join public.roster r on r.tenant_id = t.tenant_id and r.user_id = t.user_id order by %s limit $3 offset $4) f', ordered)
        into homes, ids using tenants, at, most, skipped, matching_in, matching;
    elsif not paged and coalesce(cardinality(ids), 0) < on_page then
      execute format('select array_agg(f.tenant_id), array_agg(f.user_id) from (select r.tenant_id, r.user_id from ('
        'select * from ('
        'select r.tenant_id, r.user_id, %s as key from public.roster r where %s offset 0'
        ') r order by r.key %s %s) r where %s limit $3 offset $4) f',
        sorted_by, met, format(way, 'r.user_id'), case when not single then 'offset 0' end, nearest)
        into homes, ids using tenants, at, most, skipped, matching;
    end if;
  end if;
  perform set_config('random_page_cost', near, true);
  perform set_config('max_parallel_workers_per_gather', workers, true);
  if ids is null then
    return query select null::uuid, null::uuid, null::bigint, n;
  else
    return query select o.home, o.id, case when from_end then -o.place else o.place end, n
      from unnest(homes, ids) with ordinality o (home, id, place);
  end if;
end $$;
revoke execute on function gatehouse_list_people(uuid[], jsonb, timestamptz, text, boolean, bigint, bigint, bigint) from public;
grant execute on function gatehouse_list_people(uuid[], jsonb, timestamptz, text, boolean, bigint, bigint, bigint) to gatehouse_app, gatehouse_system;
