-- Until when a password is locked: the one fact about a password that tenants of its user may read. The
-- view reads `passwords` with the rights of its owner, so it repeats the check of the scope.
-- test: tests/security/test_reach.py::test_no_view_shows_more_than_its_tables
create or replace view password_locks as
select p.user_id, p.locked_until
from passwords p
where p.locked_until is not null and (
  (select gatehouse_scope()) is null
  or p.user_id = (select gatehouse_user())
  or (select true from memberships m where m.user_id = p.user_id
      and m.tenant_id = any ((select gatehouse_scope())::uuid[]) limit 1)
);
