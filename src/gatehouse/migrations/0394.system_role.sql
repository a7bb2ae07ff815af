-- depends: 0393.access_version_triggers
-- The role of work that no tenant's scope contains, such as signing in and jobs: row-level security lets it see
-- every row. Who may act as gatehouse_app may act as this, and has none of its rights before.
do $$
declare
  is_precise constant boolean := current_setting('server_version_num')::integer >= 160000;
  one record;
begin
  if to_regrole('gatehouse_system') is null then
    begin
      create role gatehouse_system nologin;
    exception when duplicate_object or unique_violation then
      null; -- another database of the server was faster
    end;
  end if;
  if not pg_has_role('gatehouse_app', 'gatehouse_system', 'member') then
    if is_precise then
      execute 'grant gatehouse_system to gatehouse_app with inherit false';
    else
      alter role gatehouse_app noinherit;
      grant gatehouse_system to gatehouse_app;
    end if;
  end if;
  -- What gatehouse_app may do with what there is, and with what is made later.
  for one in
    select format('%s on %s %s', a.privilege_type, case c.relkind when 'S' then 'sequence' else 'table' end, c.oid::regclass) as text
    from pg_class c cross join lateral aclexplode(c.relacl) a
    where c.relnamespace = 'public'::regnamespace and a.grantee = 'gatehouse_app'::regrole
    union all
    select format('execute on function %s', p.oid::regprocedure)
    from pg_proc p cross join lateral aclexplode(p.proacl) a
    where p.pronamespace = 'public'::regnamespace and a.grantee = 'gatehouse_app'::regrole
  loop
    execute format('grant %s to gatehouse_system', one.text);
  end loop;
  if pg_has_role('gatehouse_app', 'gatehouse_system', 'usage') then
    raise insufficient_privilege using message = 'gatehouse_app inherits the rights of gatehouse_system';
  end if;
exception
  when insufficient_privilege then
    raise insufficient_privilege using message = sqlerrm, hint =
      'As a superuser run: create role gatehouse_system nologin; grant gatehouse_system to gatehouse_app'
      || case when is_precise then ' with inherit false;' else '; alter role gatehouse_app noinherit;' end;
end $$;
grant usage on schema public to gatehouse_system;
alter default privileges in schema public grant select, insert, update, delete on tables to gatehouse_system;
alter default privileges in schema public grant usage, select on sequences to gatehouse_system;
