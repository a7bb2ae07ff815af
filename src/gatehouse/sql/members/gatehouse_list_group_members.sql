-- The number of members of each of these groups, up to `at_most`, and the JSON of the first `most` by id, sorted by
-- name. Invisible users are neither shown nor counted. A member who has not accepted the invitation is shown and
-- sorted by the address and name that this tenant gave when inviting.
-- Each user is read and written once, in the order of ids; the membership only of those who have not accepted. Of a
-- small group the ids that are read are the number. Runs with the rights of its owner, since row security looks up
-- a membership for each user, and returns nothing outside of the scope.
-- test: tests/directory/test_groups.py::test_who_was_invited_is_shown_as_they_were_invited
-- test: tests/directory/test_groups.py::test_invisible_users_are_in_no_group
create or replace function gatehouse_list_group_members(tenant uuid, groups uuid[], most bigint, at_most bigint)
returns table (id uuid, number bigint, users text) language plpgsql stable security definer rows 100 as $$
#variable_conflict use_column
declare
  scope uuid[] := public.gatehouse_scope();
  few constant bigint := greatest(most, 100);
  hidden uuid[];
begin
  if scope is not null and not tenant = any (scope) then
    return;
  end if;
  hidden := array(
    select m.user_id from public.users u join public.memberships m on m.tenant_id = tenant and m.user_id = u.id
    where u.invisible);
  return query
    with chosen as materialized (
      select g.id, array(
        select m.user_id from public.group_members m
        where m.tenant_id = tenant and m.group_id = g.id and m.user_id not in (select unnest(hidden))
        order by m.user_id limit few
      ) as user_ids
      from unnest(groups) g (id)
    ),
    shown as materialized (
      select one.id, lower(one.name) as name,
        '{"id":"' || one.id || '","email":' || to_json(one.email) || ',"name":' || to_json(one.name)
          || coalesce(',"profilePictureUrl":' || to_json(one.picture), '')
          || ',"activatedForTenant":' || one.activated || ',"createdAt":"' || replace(
            to_char(one.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), '.000000Z', 'Z'
          ) || '"}' as text
      from (
        select u.id, m.user_id is null as activated,
          case when m.user_id is null then u.email else coalesce(m.invited_email, u.email) end as email,
          case when m.user_id is null then u.name
            else coalesce(m.invited_name, split_part(coalesce(m.invited_email, u.email), '@', 1)) end as name,
          case when m.user_id is null then u.profile_picture_url end as picture,
          case when m.user_id is null then u.created_at else m.created_at end as created_at
        from public.users u
        left join (
          public.roster r join public.memberships m on m.tenant_id = r.tenant_id and m.user_id = r.user_id
        ) on r.tenant_id = tenant and r.user_id = u.id and not r.activated
        where u.id = any (array(select unnest(c.user_ids[1:most]) from chosen c))
      ) one
    ),
    listed as (
      select c.id, string_agg(s.text, ',' order by s.name, s.id) as users
      from (select chosen.id, unnest(chosen.user_ids[1:most]) as user_id from chosen) c
      full join shown s on s.id = c.user_id
      group by c.id
    )
    select c.id, case when cardinality(c.user_ids) < few then cardinality(c.user_ids) else (
        select count(*) from (
          select from public.group_members m
          where m.tenant_id = tenant and m.group_id = c.id and m.user_id not in (select unnest(hidden))
          limit at_most
        ) counted
      ) end, l.users
    from chosen c full join listed l on l.id = c.id;
end $$;
revoke execute on function gatehouse_list_group_members(uuid, uuid[], bigint, bigint) from public;
grant execute on function gatehouse_list_group_members(uuid, uuid[], bigint, bigint)
  to gatehouse_app, gatehouse_system;
