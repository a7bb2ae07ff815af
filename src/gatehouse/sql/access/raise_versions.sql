-- A change of anything that a caller's access depends on gives a new version to its user, its tenant, or the
-- row that is common to all, in the same transaction. The first argument says to which; the second names the
-- column of the id; a change of the columns that follow does not count. Versions are locked in the order of
-- the ids, so that two such statements cannot deadlock. Rows without a tenant belong to all. The version of a
-- user or tenant is deleted with it, also where rows that go in a cascade come after it. Tables are named with
-- their schema, because a subscription and `pg_restore` add rows without a search path.
-- test: tests/access/test_versions.py::test_each_change_gives_a_new_version
-- test: tests/access/test_versions.py::test_rows_that_are_added_without_a_search_path_give_a_version
-- test: tests/access/test_versions.py::test_changes_in_opposite_order_do_not_deadlock
create or replace function raise_versions() returns trigger language plpgsql as $$
declare
  scope text := coalesce(current_setting('gatehouse.scope', true), '');
  touched uuid[];
begin
  if tg_argv[0] = 'common' then
    touched := '{null}';
  elsif tg_op = 'UPDATE' then
    touched := array(
      select distinct id from (
        select (r.of_row ->> tg_argv[1])::uuid as id, r.of_row - tg_argv[2:] as counted, r.side
        from (
          select to_jsonb(n) as of_row, 1 as side from changed n
          union all select to_jsonb(o), -1 from before o
          offset 0
        ) r
      ) s
      group by id, counted having sum(side) <> 0
    );
  else
    touched := array(select distinct (to_jsonb(c) ->> tg_argv[1])::uuid from changed c);
  end if;
  if touched = '{}' then
    return null;
  end if;
  perform set_config('gatehouse.scope', 'system', true);
  if array_position(touched, null) is not null then
    update public.common_version set version = default;
  end if;
  if tg_op = 'DELETE' and tg_table_name = 'users' then
    delete from public.user_versions where user_id = any (touched);
  elsif tg_op = 'DELETE' and tg_table_name = 'tenants' then
    delete from public.tenant_versions where tenant_id = any (touched);
  elsif tg_argv[0] = 'user' then
    insert into public.user_versions (user_id)
    select id from public.users where id = any (touched) union select user_id from public.user_versions where user_id = any (touched)
    order by 1
    on conflict (user_id) do update set version = excluded.version;
  elsif tg_argv[0] = 'tenant' then
    insert into public.tenant_versions (tenant_id)
    select id from public.tenants where id = any (touched) union select tenant_id from public.tenant_versions where tenant_id = any (touched)
    order by 1
    on conflict (tenant_id) do update set version = excluded.version;
  end if;
  perform set_config('gatehouse.scope', scope, true);
  return null;
end $$;
