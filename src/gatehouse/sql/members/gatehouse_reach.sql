-- A tenant and the sub-accounts below it, nearest first, with no more than `at_most` of those.
-- test: tests/directory/test_lists_below.py::test_people_of_the_accounts_below_are_listed_once
create or replace function gatehouse_reach(top uuid, at_most bigint) returns uuid[] language sql stable as $$
  select top || array(
    select t.id from tenants own
    join tenants t on t.path ~>~ own.path and t.path ~<~ (own.path || '~') and t.deleted_at is null
    where own.id = top order by octet_length(t.path), t.name, t.id limit at_most
  );
$$;
