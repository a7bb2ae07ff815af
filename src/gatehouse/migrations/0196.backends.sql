-- depends: 0195.audit_filters
-- A backend of the vendor calls for one account, whose scope hides every credential: this tells of the one that
-- somebody has shown already, for as long as it counts.
create policy shown on vendor_credentials for select to current_user using (true);

create function gatehouse_credential(shown uuid) returns table (name text, permissions text[])
language sql stable security definer rows 1 as $$
  select c.name, c.permissions from public.vendor_credentials c where c.id = shown and c.revoked_at is null
$$;
revoke execute on function gatehouse_credential from public;
grant execute on function gatehouse_credential to gatehouse_app;
