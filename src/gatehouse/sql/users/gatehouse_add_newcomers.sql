-- Creates users for addresses that have none, and returns only those. Ordered by address, so that two
-- transactions with the same addresses cannot deadlock. Planned once, because a plan for each list would
-- take longer than the insert.
-- test: tests/scim/test_many_people.py::test_two_at_once_with_one_address_are_one
create or replace function gatehouse_add_newcomers(addresses text[], names text[], home uuid, at timestamptz)
returns setof users language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  scope text := coalesce(current_setting('gatehouse.scope', true), '');
begin
  perform set_config('gatehouse.scope', 'system', true);
  return query
    insert into users (id, email, name, default_tenant_id, created_at, updated_at)
    -- The user who had this address before keeps the id.
    select case when k.id is null then n.wanted else gen_random_uuid() end, n.address, n.called, home, at, at
    from (
      select u.address, u.called, gatehouse_person_id(u.address) as wanted
      from unnest(addresses, names) u (address, called) offset 0
    ) n
    left join lateral (select o.id from users o where o.id = n.wanted offset 0) k on true
    order by n.address
    on conflict do nothing
    returning *;
  perform set_config('gatehouse.scope', scope, true);
end $$;
