-- One page of the users of all tenants (`tenant` is null), of a tenant, or of it and those below it, and how
-- many there are up to `at_most`; nothing outside of the system scope. Users are filtered and sorted by their
-- own values, also those who are invisible or have not accepted yet.
-- The members of one tenant are read in the member index, which has the values of all but those two kinds.
-- The number of all members of a tenant is known; any other list is counted in an index alone, where `like`
-- compares what is in lower case already. Put together from the filters and planned anew for each call, because
-- one filter may match three users and another a hundred thousand. Runs with the rights of its owner, since
-- conditions on text use no index behind row security.
-- test: tests/identity/test_users_of_tenants.py::test_all_members_are_listed_by_their_own_values
-- test: tests/plans/test_plans.py::test_a_list_of_users_is_counted_and_sorted_in_an_index
create or replace function gatehouse_list_users_of_tenants(
  tenant uuid, with_sub_tenants boolean, wanted jsonb, at timestamptz, sort text, down boolean, most bigint,
  skipped bigint, at_most bigint
) returns table (id uuid, place bigint, total bigint)
language plpgsql stable security definer rows 100 as $$
#variable_conflict use_column
declare
  keys constant jsonb := '{
    "createdAt": "u.created_at", "name": "lower(u.name)", "email": "u.email", "id": "u.id",
    "verified": "u.verified", "provider": "u.provider", "tenantId": "u.default_tenant_id"
  }';
  in_index constant jsonb := '{
    "createdAt": "r.created_at", "name": "r.name", "email": "r.email", "id": "r.user_id",
    "verified": "r.verified", "provider": "r.provider"
  }';
  of_text constant text[] := '{words,excludes,optional,name_prefix}';
  down_by constant text := case when down then 'desc' else 'asc' end;
  way constant text := case
    when sort = 'id' then down_by
    when down then 'desc nulls last, id desc' else 'asc nulls first, id asc' end;
  entire constant boolean := wanted ? 'words' and wanted - 'words' = '{}';  -- `found` is all that match
  near constant text := current_setting('random_page_cost');
  workers constant text := current_setting('max_parallel_workers_per_gather');
  tenants uuid[] := array[tenant];
  single boolean := tenant is not null;
  met text := 'true';          -- conditions on `users`
  indexed text := 'true';      -- the same on the member index of one tenant; null where it lacks a value
  name text;
  one text;
  several text;
  own text;                    -- one of the conditions on `users`
  shown text;                  -- the same on the member index
  searched text;               -- the same on the index of words
  is_seldom boolean;
  is_whole boolean;            -- all that match are sorted
  is_picked boolean := false;  -- the page is among `matching`
  people bigint;               -- among how many users or members the list is
  unseen bigint;               -- members who are invisible
  apart uuid[];                -- members whose own values are not in the member index
  members uuid[];              -- of the tenants, as far as they were counted
  found uuid[];                -- users who have the words
  matching uuid[];             -- users who were counted
  walk bigint;
  walked uuid[];               -- the first who match, in the order of the list
  listed text;                 -- the statement that finds the users
  parts text[];
  locked uuid[];
  ids uuid[];
  n bigint;
begin
  if public.gatehouse_scope() is not null then
    return;
  end if;
  if with_sub_tenants and tenant is not null then
    tenants := array(
      select t.id from public.tenants own
      join public.tenants t on t.path ~>=~ own.path and t.path ~<~ (own.path || '~') where own.id = tenant
    );
    single := cardinality(tenants) = 1;
  end if;
  -- The rows of users in use are in memory, so a random read costs no more than a sequential one, and a page is
  -- read sooner than other processes have begun to help.
  perform set_config('random_page_cost', '1.1', true);
  perform set_config('max_parallel_workers_per_gather', '0', true);
  if single then
    apart := array(
      select m.user_id from public.users u join public.memberships m on m.user_id = u.id
      where u.invisible and m.tenant_id = tenants[1]
    );
    unseen := cardinality(apart);
    select coalesce(sum(c.people), 0) from public.roster_counts c where c.tenant_id = tenants[1] into people;
    apart := apart || array(
      select m.user_id from public.memberships m where m.tenant_id = tenants[1] and not m.activated
    );
  end if;
  people := coalesce(people, (select greatest(c.reltuples, 0) from pg_class c where c.oid = 'public.users'::regclass));
  for name, one in select e.key, e.value from jsonb_each_text(wanted) e loop
    several := case when jsonb_typeof(wanted -> name) = 'array'
      then (select coalesce(array_agg(e.value), '{}')::text from jsonb_array_elements_text(wanted -> name) e) end;
    if name = any (of_text) then
      if name = 'name_prefix' then
        own := format('lower(u.name) like %L', lower(one));
        shown := format('r.name like %L', lower(one));
      else
        select
          min(f.sense) || string_agg(format('(lower(u.name) || '' '' || u.email) like %L', f.pattern), f.link) || ')',
          min(f.sense) || string_agg(format('(r.name || '' '' || r.email) like %L', f.pattern), f.link) || ')',
          string_agg(format('s.words like %L', f.pattern), f.link)
        from (
          select lower(e.value) as pattern, case name when 'words' then ' and ' else ' or ' end as link,
            case name when 'excludes' then 'not (' else '(' end as sense
          from jsonb_array_elements_text(wanted -> name) e
        ) f into own, shown, searched;
      end if;
      if name = 'words' and single then
        execute format('select coalesce(array_agg(f.user_id), ''{}'') from (select s.user_id from public.roster_search s'
          ' where s.tenant_id = %L and %s and s.user_id <> all ($2) limit $1) f', tenants[1], searched)
          into found using at_most, apart;
        shown := case when cardinality(found) < at_most then 'r.user_id = any ($6)' else shown end;
      elsif name = 'words' and several ~ '[^\W_]{3}' then
        -- What many users have is found sooner without the index of words, which would name each of them.
        execute 'select count(*) < 30 from ('
          'select u.name, u.email from public.users u order by u.id limit 500) u where ' || own into is_seldom;
        if is_seldom then
          found := array(select f.id from public.gatehouse_find_users(several::text[], at_most::integer) f (id));
          own := case when cardinality(found) < at_most then 'u.id = any ($6)' else own end;
        end if;
      end if;
      met := met || ' and ' || own;
      indexed := indexed || ' and ' || shown;
    else
      indexed := null;
      met := met || ' and ' || case name
        when 'email' then format('u.email = %L', one)
        when 'username' then format('u.id = (select n.user_id from public.usernames n where n.folded = %L)', one)
        when 'phone' then format('translate(u.phone_number, '' ().-'', '''') = %L', one)
        when 'ids' then format('u.id = any (%L::uuid[])', several)
        when 'external_ids' then format('u.external_id = any (%L::text[])', several)
        when 'below' then format('exists (select from public.tenants own'
          ' join public.tenants t on t.path ~>=~ own.path and t.path ~<~ (own.path || ''~'')'
          ' join public.memberships m on m.tenant_id = t.id and m.user_id = u.id where own.id = %L)', one)
      end;
    end if;
  end loop;
  if single and indexed is not null then
    if wanted = '{}' then
      n := least(people + unseen, at_most);
    end if;
    listed := case when entire then 'select f.id from unnest($6) f (id)' else format(
      'select r.user_id as id from public.roster r where r.tenant_id = %L and r.user_id <> all ($7) and %s',
      tenants[1], indexed) end || ' union all select u.id from public.users u where u.id = any ($7) and ' || met;
    met := 'exists (select from public.memberships m where m.user_id = u.id and m.tenant_id = any ($1)) and ' || met;
  elsif tenant is not null then
    members := array(
      select m.user_id from public.memberships m where m.tenant_id = any (tenants) limit at_most + at_most / 4
    );
    if cardinality(members) < at_most + at_most / 4 then
      met := 'u.id = any ($5) and ' || met;
    else
      met := 'exists (select from public.memberships m where m.user_id = u.id and m.tenant_id = any ($1)) and ' || met;
      -- Few users are members of several of the tenants.
      n := case when wanted = '{}' and at_most <= (select count(distinct m.id) from unnest(members) m (id))
        then at_most end;
    end if;
  end if;
  if n is null then
    listed := coalesce(listed, case when entire and tenant is null and cardinality(found) < at_most
      then 'select f.id from unnest($6) f (id)' else 'select u.id from public.users u where ' || met end);
    execute 'select count(*), array_agg(f.id) from (select f.id from (' || listed || ') f limit $3) f'
      into n, matching using tenants, at, at_most, null, members, found, apart;
    matching := coalesce(matching, '{}');
  end if;
  -- Users of one beginning are side by side where the list is by name, and may be far from its first row.
  is_whole := wanted ? 'name_prefix' and sort = 'name';
  if wanted <> '{}' and sort <> 'isLocked' and not is_whole
    and (n >= at_most or (skipped + most) * people < n * n)
  then
    -- Read in the order of the list until the page is full: the planner does not know how many have a word.
    walk := 4 * (skipped + most) * people / n + 1000;
    is_whole := walk < people;
    if is_whole and single and indexed is not null and in_index ? sort then
      execute format('select array_agg(f.user_id) from (select r.user_id from ('
        'select r.*, %1$s as key, r.user_id as id from public.roster r'
        ' where r.tenant_id = %2$L and r.user_id <> all ($7) order by key %3$s limit $8) r'
        ' where %4$s order by key %3$s limit $3 + $4) f',
        in_index ->> sort, tenants[1], way, indexed)
        into walked using tenants, at, most, skipped, members, found, apart, walk;
    elsif is_whole then
      execute format('select array_agg(f.id) from (select u.id from ('
        'select u.*, %1$s as key from public.users u order by key %2$s limit $8) u'
        ' where %3$s order by key %2$s limit $3 + $4) f',
        keys ->> sort, way, met)
        into walked using tenants, at, most, skipped, members, found, apart, walk;
    end if;
  end if;
  if cardinality(walked) = skipped + most then
    matching := walked || apart;
    is_picked := true;
    met := 'u.id = any ($8) and ' || met;
  elsif n < at_most and matching is not null then
    is_picked := true;
    met := 'u.id = any ($8)';
  end if;
  if sort = 'isLocked' then
    -- First the one part, then the other, each in the order of the ids and checked until the page is full.
    execute format('select array(select f.id from ('
      'select u.id from public.users u where u.locked_at is not null'
      ' union select p.user_id from public.passwords p where p.locked_until > $1) f order by f.id %s)', down_by)
      into locked using at;
    parts := array[
      format('select l.id from unnest($9) l (id)'
        ' where (select true from public.users u where u.id = l.id and %s limit 1)', met),
      format('select u.id from public.users u where u.id <> all ($9) and %s order by u.id %s', met, down_by)
    ];
    foreach listed in array case when down then parts else array[parts[2], parts[1]] end loop
      execute 'select $10 || array_agg(f.id) from (' || listed || ' limit $3 + $4 - cardinality($10)) f'
        into ids using tenants, at, most, skipped, members, found, apart, matching, locked, coalesce(ids, '{}');
      exit when cardinality(ids) = skipped + most;
    end loop;
    ids := nullif(ids[skipped + 1:], '{}');
  elsif single and indexed is not null and not is_picked and in_index ? sort then
    listed := format(
      '(select r.user_id as id, %s as key from public.roster r'
      ' where r.tenant_id = %L and r.user_id <> all ($7) and %s%s)'
      ' union all (select u.id, %s as key from public.users u where u.id = any ($7) and %s)',
      in_index ->> sort, tenants[1], indexed,
      case when is_whole then ' offset 0' else format(' order by key %s limit $3 + $4', way) end, keys ->> sort, met);
  else
    listed := format('select u.id, %s as key from public.users u where %s%s', keys ->> sort, met,
      case when is_whole or is_picked then ' offset 0' end);
  end if;
  if ids is null and sort <> 'isLocked' then
    execute format('select array_agg(f.id) from ('
      'select f.id from (%s) f order by f.key %s limit $3 offset $4) f', listed, way)
      into ids using tenants, at, most, skipped, members, found, apart, matching;
  end if;
  perform set_config('random_page_cost', near, true);
  perform set_config('max_parallel_workers_per_gather', workers, true);
  if ids is null then
    return query select null::uuid, null::bigint, n;
  else
    return query select o.id, o.place, n from unnest(ids) with ordinality o (id, place);
  end if;
end $$;
revoke execute on function gatehouse_list_users_of_tenants(
  uuid, boolean, jsonb, timestamptz, text, boolean, bigint, bigint, bigint
) from public;
grant execute on function gatehouse_list_users_of_tenants(
  uuid, boolean, jsonb, timestamptz, text, boolean, bigint, bigint, bigint
) to gatehouse_app, gatehouse_system;
