-- Adds new rows of the member index to `roster_search`, and records in `roster_counts` how many rows were
-- added or removed. `roster_search` loses its rows by a foreign key.
-- test: tests/kit/test_triggers.py::test_a_new_member_is_found_by_search
-- test: tests/kit/test_triggers.py::test_new_members_are_counted
-- test: tests/kit/test_triggers.py::test_removed_members_are_not_counted
create or replace function update_member_search() returns trigger language plpgsql as $$
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

create or replace trigger roster_added after insert on roster referencing new table as changed
  for each statement execute function update_member_search();

create or replace trigger roster_removed after delete on roster referencing old table as changed
  for each statement execute function update_member_search();
