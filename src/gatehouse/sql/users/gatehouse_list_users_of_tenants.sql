-- One page of the users who are members of a tenant, or of it or one below it, and how many there are up to
-- `at_most`; nothing outside of the system scope. Users are filtered and sorted by their own values, also those
-- who are invisible or have not accepted yet.
-- All members of one tenant are read in the order of the member index, which has the values of all but
-- those two kinds, and their number is known. Any other list is planned anew for each call, because one filter
-- may match three users and another a hundred thousand. Runs with the rights of its owner, since conditions on
-- text use no index behind row security.
-- test: tests/identity/test_users_of_tenants.py::test_all_members_are_listed_by_their_own_values
create or replace function gatehouse_list_users_of_tenants(
  tenant uuid, with_sub_tenants boolean, wanted jsonb, at timestamptz, sort text, down boolean, most bigint,
  skipped bigint, at_most bigint
) returns table (id uuid, place bigint, total bigint)
language plpgsql stable security definer rows 100 as $$
#variable_conflict use_column
declare
  keys constant jsonb := '{
    "createdAt": "u.created_at", "name": "lower(u.name)", "email": "u.email", "id": "u.id",
    "verified": "u.verified", "provider": "u.provider", "tenantId": "u.default_tenant_id",
    "isLocked": "(u.locked_at is not null or exists (select from public.passwords p where p.user_id = u.id and p.locked_until > $2))"
  }';
  in_index constant jsonb := '{
    "createdAt": "r.created_at", "name": "r.name", "email": "r.email", "id": "r.user_id",
    "verified": "r.verified", "provider": "r.provider"
  }';
  way constant text := case
    when sort = 'id' then case when down then 'desc' else 'asc' end
    when down then 'desc nulls last, id desc' else 'asc nulls first, id asc' end;
  near constant text := current_setting('random_page_cost');
  tenants uuid[] := array[tenant];
  met text := 'exists (select from public.memberships m where m.user_id = u.id and m.tenant_id = any ($1))';
  few boolean;      -- all members are `matching`
  name text;
  one text;
  several text;
  apart uuid[];     -- members whose own values are not in the member index
  found uuid[];     -- users who have the words
  matching uuid[];  -- members who were counted
  ids uuid[];
  n bigint;
begin
  if public.gatehouse_scope() is not null then
    return;
  end if;
  if with_sub_tenants then
    tenants := array(
      select t.id from public.tenants own
      join public.tenants t on t.path ~>=~ own.path and t.path ~<~ (own.path || '~') where own.id = tenant
    );
  end if;
  -- The rows of users in use are in memory, so a random read costs no more than a sequential one.
  perform set_config('random_page_cost', '1.1', true);
  if wanted = '{}' and cardinality(tenants) = 1 and in_index ? sort then
    select coalesce(sum(c.people), 0) from public.roster_counts c where c.tenant_id = tenants[1] into n;
    apart := array(
      select m.user_id from public.users u join public.memberships m on m.user_id = u.id
      where u.invisible and m.tenant_id = tenants[1]
    );
    n := least(n + cardinality(apart), at_most);
    apart := apart || array(
      select m.user_id from public.memberships m where m.tenant_id = tenants[1] and not m.activated
    );
    execute format('select array_agg(f.id) from (select f.id from ('
      '(select r.user_id as id, %s as key from public.roster r where r.tenant_id = %L and r.user_id <> all ($1)'
      ' order by key %s limit $2 + $3)'
      ' union all (select u.id, %s as key from public.users u where u.id = any ($1) order by key %3$s limit $2 + $3)'
      ') f order by f.key %3$s limit $2 offset $3) f', in_index ->> sort, tenants[1], way, keys ->> sort)
      into ids using apart, most, skipped;
  else
    matching := array(
      select m.user_id from public.memberships m where m.tenant_id = any (tenants) limit at_most + 1
    );
    few := cardinality(matching) <= at_most;
    met := case when few then 'u.id = any ($5)' else met end;
    for name, one in select e.key, e.value from jsonb_each_text(wanted) e loop
      several := case when jsonb_typeof(wanted -> name) = 'array'
        then (select coalesce(array_agg(e.value), '{}')::text from jsonb_array_elements_text(wanted -> name) e) end;
      if name = 'words' and not few then
        found := array(select f.id from public.gatehouse_find_users(several::text[], at_most::integer) f (id));
      end if;
      met := met || ' and ' || case name
        when 'words' then case when cardinality(found) < at_most then 'u.id = any ($6)'
          else format('(u.name || '' '' || u.email) ilike all (%L::text[])', several) end
        when 'excludes' then format('not (u.name || '' '' || u.email) ilike any (%L::text[])', several)
        when 'optional' then format('(u.name || '' '' || u.email) ilike any (%L::text[])', several)
        when 'name_prefix' then format('lower(u.name) like lower(%L)', one)
        when 'email' then format('u.email = %L', one)
        when 'username' then format('u.id = (select n.user_id from public.usernames n where n.folded = %L)', one)
        when 'phone' then format('translate(u.phone_number, '' ().-'', '''') = %L', one)
        when 'ids' then format('u.id = any (%L::uuid[])', several)
        when 'external_ids' then format('u.external_id = any (%L::text[])', several)
        when 'below' then format('exists (select from public.tenants own'
          ' join public.tenants t on t.path ~>=~ own.path and t.path ~<~ (own.path || ''~'')'
          ' join public.memberships m on m.tenant_id = t.id and m.user_id = u.id where own.id = %L)', one)
      end;
    end loop;
    if few and wanted = '{}' then
      select count(distinct m.id) from unnest(matching) m (id) into n;
    else
      execute 'select count(*), array_agg(f.id) from (select u.id from public.users u where ' || met || ' limit $3) f'
        into n, matching using tenants, at, at_most, null, matching, found;
    end if;
    execute format('select array_agg(f.id) from (select u.id, %s as key from public.users u where %s'
      ' order by key %s limit $3 offset $4) f',
      keys ->> sort, case when n < at_most then 'u.id = any ($5)' else met end, way)
      into ids using tenants, at, most, skipped, matching, found;
  end if;
  perform set_config('random_page_cost', near, true);
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
