-- Retired: this version does not call it. Members who match several filters.
create or replace function gatehouse_narrow(tenants uuid[], wanted jsonb, at timestamptz, at_most integer)
returns setof roster language plpgsql stable security definer rows 100 as $$
declare
  scope uuid[] := public.gatehouse_scope();
  tables text := 'public.roster r';
  conditions text := 'r.tenant_id = any ($1)';
  standing constant jsonb := '{
    "disabled": "m.is_disabled",
    "ended": "not m.is_disabled and m.temporary_expires_at <= $2",
    "pending": "not m.activated and not m.is_disabled and (m.temporary_expires_at > $2) is not false",
    "active": "m.activated and not m.is_disabled and (m.temporary_expires_at > $2) is not false"
  }';
  name text;
  one text;
  several text;
  condition text;
  giving uuid[];
  joined constant integer := (
    select count(*) from jsonb_object_keys(wanted) k
    where k in ('statuses', 'managed_by', 'groups', 'roles', 'text', 'metadata')
  );
begin
  if scope is not null then
    tenants := array(select unnest(tenants) intersect select unnest(scope));
  end if;
  if wanted ?| array['statuses', 'managed_by'] then
    tables := tables || ' join public.memberships m on m.tenant_id = r.tenant_id and m.user_id = r.user_id';
    conditions := conditions || ' and m.tenant_id = any ($1)';
  end if;
  if wanted ?| array['text', 'phone', 'metadata'] then
    tables := tables || ' join public.roster_search s on s.tenant_id = r.tenant_id and s.user_id = r.user_id';
    conditions := conditions || ' and s.tenant_id = any ($1)';
  end if;
  for name, one in select e.key, e.value from jsonb_each_text(wanted) e loop
    several := case when jsonb_typeof(wanted -> name) = 'array'
      then (select array_agg(e.value)::text from jsonb_array_elements_text(wanted -> name) e) end;
    case name
      when 'text' then condition := format('s.words like %L', one);
      when 'phone' then condition := format('s.phone = %L', one);
      when 'metadata' then condition := format('s.metadata @> %L', one);
      when 'email_part' then condition := format('r.email like %L', one);
      when 'name_prefix' then condition := format('r.name like %L', one);
      when 'email' then condition := format('r.email = %L', one);
      when 'ids' then condition := format('r.user_id = any (%L)', several);
      when 'username' then condition := format(
        '(r.tenant_id, r.user_id) in (select o.tenant_id, o.user_id from public.usernames n'
        ' join public.memberships o on o.user_id = n.user_id where n.folded = %L'
        ' and o.tenant_id = any ($1) and o.activated)', one);
      when 'unenrolled' then condition := 'not r.mfa_enrolled';
      when 'enrolled' then condition := format('r.mfa_enrolled = %L', one);
      when 'breached' then condition := 'r.password_breached';
      when 'seen_since' then condition := format('r.last_login_at >= %L', one);
      when 'never_seen' then condition := format('(r.last_login_at is null) = %L', one);
      when 'not_seen_since' then condition := format(
        '(r.last_login_at < %1$L or r.last_login_at is null and r.joined_at < %1$L)', one);
      when 'managed_by' then condition := format('m.managed_by = any (%L)', several);
      when 'statuses' then condition := (
        select '(' || string_agg(standing ->> e.value, ' or ') || ')'
        from jsonb_array_elements_text(wanted -> name) e
      );
      when 'groups' then condition := format(
        '(r.tenant_id, r.user_id) in (select g.tenant_id, g.user_id from public.group_members g'
        ' where g.tenant_id = any ($1) and g.group_id = any (%L))', several);
      when 'roles' then
        giving := array(
          select gr.group_id from public.group_roles gr
          where gr.tenant_id = any (tenants) and gr.role_id = any (several::uuid[]) and not exists (
            select from public.group_configurations c
            where c.tenant_id = gr.tenant_id and not (c.enabled and c.roles_enabled)
          )
        );
        condition := format(
          '(r.tenant_id, r.user_id) in (select h.tenant_id, h.user_id from public.membership_roles h'
          ' where h.tenant_id = any ($1) and h.role_id = any (%L)%s)', several,
          case when giving <> '{}' then format(
            ' union all select g.tenant_id, g.user_id from public.group_members g'
            ' where g.tenant_id = any ($1) and g.group_id = any (%L)', giving) end);
    end case;
    conditions := conditions || ' and ' || condition;
  end loop;
  -- Several tables are each read once: nested loops would look up every member where few match.
  if joined > 1 then
    perform set_config('enable_nestloop', 'off', true);
    return query execute 'with f as materialized (select r.* from ' || tables || ' where ' || conditions ||
      ') select * from f limit $3' using tenants, at, at_most;
    perform set_config('enable_nestloop', 'on', true);
  else
    return query execute 'select r.* from ' || tables || ' where ' || conditions || ' limit $3'
      using tenants, at, at_most;
  end if;
end $$;
revoke execute on function gatehouse_narrow(uuid[], jsonb, timestamptz, integer) from public;
grant execute on function gatehouse_narrow(uuid[], jsonb, timestamptz, integer) to gatehouse_app, gatehouse_system;
