-- Memberships of sub-accounts end when the membership that they were inherited from is removed or gets
-- other roles. A statement that changes no row also fires the trigger, as does the delete below, so it
-- returns early. Rows are locked in the order of their keys, so that two such statements cannot deadlock.
-- test: tests/kit/test_triggers.py::test_inherited_memberships_end_with_the_membership_above
-- test: tests/kit/test_triggers.py::test_inherited_memberships_end_when_a_role_is_assigned_above
-- test: tests/kit/test_triggers.py::test_inherited_memberships_end_when_a_role_is_removed_above
create or replace function end_inherited_memberships() returns trigger language plpgsql as $$
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

create or replace trigger memberships_end_inherited after delete on memberships referencing old table as changed
  for each statement execute function end_inherited_memberships();

create or replace trigger membership_roles_end_inherited after insert on membership_roles
  referencing new table as changed for each statement execute function end_inherited_memberships();

create or replace trigger membership_roles_gone_end_inherited after delete on membership_roles
  referencing old table as changed for each statement execute function end_inherited_memberships();
