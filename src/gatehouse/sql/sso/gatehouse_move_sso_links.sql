-- Moves the sign-in links of a tenant's connections to another account, after the tenant's directory moved
-- a membership to it. A link that the connection may not open there is deleted. Links of other tenants
-- stay.
-- test: tests/identity/sso/test_changed_addresses.py::test_the_links_of_another_tenants_connections_stay
-- test: tests/identity/sso/test_changed_addresses.py::test_a_link_follows_into_no_domain_that_is_not_the_connections
create or replace function gatehouse_move_sso_links(tenant uuid, from_account uuid, to_account uuid)
returns void language plpgsql as $$
declare
  scope text := coalesce(current_setting('gatehouse.scope', true), '');
  address_domain text;
begin
  perform set_config('gatehouse.scope', 'system', true);
  select split_part(u.email, '@', -1) into address_domain from users u where u.id = to_account;
  if not gatehouse_has_former_sso_owner(to_account, tenant, address_domain) then
    update external_identities i set user_id = to_account from sso_connections c
    where i.user_id = from_account and c.tenant_id = tenant
      and c.id = case when i.kind in ('oidc', 'saml') then i.provider::uuid end
      and exists (
        select from sso_domains d
        where d.tenant_id = tenant and d.connection_id = c.id and d.domain = address_domain
          and d.validated_at is not null
      )
      and not exists (
        select from external_identities o
        where o.user_id = to_account and o.kind = i.kind and o.provider = i.provider and o.issuer = i.issuer
      );
  end if;
  delete from external_identities i using sso_connections c
  where i.user_id = from_account and c.tenant_id = tenant
    and c.id = case when i.kind in ('oidc', 'saml') then i.provider::uuid end;
  perform set_config('gatehouse.scope', scope, true);
end $$;
