-- Retired: this version does not call it. Licenses whose name matches the pattern.
create or replace function gatehouse_find_licenses(pattern text) returns setof uuid
language plpgsql stable security definer rows 100 as $$
begin
  if public.gatehouse_scope() is not null then
    return;
  end if;
  return query execute 'select l.id from public.licenses l where l.name ilike $1' using pattern;
end $$;
revoke execute on function gatehouse_find_licenses(text) from public;
grant execute on function gatehouse_find_licenses(text) to gatehouse_app, gatehouse_system;
