-- Creates the triggers by which each change of a table gives new versions (`raise_versions`): to the `kind`
-- (user or tenant) whose id is in `id_column`, and to all when the table is emptied. They also run for
-- changes that a replica or a restore makes.
-- test: tests/access/test_versions.py::test_each_change_gives_a_new_version
-- test: tests/access/test_versions.py::test_an_emptied_table_gives_all_a_new_version
create or replace procedure keep_versions(
  watched regclass, kind text, id_column text, uncounted text[] default '{}'
) language plpgsql as $$
declare
  arguments constant text := array_to_string(
    array(select quote_literal(one) from unnest(array[kind, id_column] || uncounted) one), ', ');
  named text;
begin
  execute format('create or replace trigger versions_added after insert on %s
    referencing new table as changed for each statement execute function raise_versions(%s)', watched, arguments);
  execute format('create or replace trigger versions_changed after update on %s
    referencing old table as before new table as changed
    for each statement execute function raise_versions(%s)', watched, arguments);
  execute format('create or replace trigger versions_removed after delete on %s
    referencing old table as changed for each statement execute function raise_versions(%s)', watched, arguments);
  execute format('create or replace trigger versions_emptied after truncate on %s
    for each statement execute function raise_versions(''common'')', watched);
  foreach named in array '{versions_added,versions_changed,versions_removed,versions_emptied}'::text[] loop
    execute format('alter table %s enable always trigger %s', watched, named);
  end loop;
end $$;
