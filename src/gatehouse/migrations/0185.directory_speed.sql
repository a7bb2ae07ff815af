-- depends: 0182.audit_counting
-- Behind row-level security a condition reads an index only where it gives nothing away: `lower(user_name) = …` read
-- all of a directory's people for each look at one. A column of its own compares as it is.
alter table scim_users add column name_key text generated always as (lower(user_name)) stored;
create unique index scim_users_by_name_key on scim_users (connection_id, name_key);
drop index scim_users_by_name;
-- Every index begins with the connection: while the table is small or new all prefixes look alike, and a plan that was
-- made then, and kept, would read a connection's people through for the one that is sought.
create index scim_users_by_id on scim_users (connection_id, id);
drop index scim_users_in_order;

-- People whom nobody knows yet, at home in this account; whoever has an address already is left out. In the order of
-- their addresses, so that two who bring in the same people wait for each other at most once. Planned once: a plan for
-- each list costs more than carrying it out.
create function gatehouse_add_newcomers(addresses text[], names text[], home uuid, at timestamptz)
returns setof users language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  scope text := coalesce(current_setting('gatehouse.scope', true), '');
begin
  perform set_config('gatehouse.scope', 'system', true);
  return query
    insert into users (id, email, name, default_tenant_id, created_at, updated_at)
    -- Whoever had this address before has kept the id.
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

-- Whether the account has anything by which it is told of what happens: without that no job need look. Subscribers
-- who say what they want (`wants`) want nothing of other accounts.
create function gatehouse_listens(account uuid) returns boolean language sql stable as $$
  select exists (select from webhooks w where w.tenant_id = account and w.is_active)
    or exists (select from event_subscriptions s where s.tenant_id = account and s.enabled)
    or exists (select from slack_subscriptions k where k.tenant_id = account and k.is_active)
$$;
