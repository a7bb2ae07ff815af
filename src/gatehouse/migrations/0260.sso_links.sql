-- depends: 0236.paying_organizations
-- The accounts of an identity provider that open accounts here follow a membership which a directory moves, and a
-- tenant sees those of its own connections, so that its administrators can release them.

call gatehouse_keep('external_identities', person => 'user_id', also =>
  '(select true from sso_connections c'
  ' where c.id = case when kind in (''oidc'', ''saml'') then provider::uuid end'
  ' and c.tenant_id = any ((select gatehouse_scope())::uuid[]) limit 1)');

-- Whether a connection of another tenant opens the account that does not speak for the domain any more: then the domain
-- has another owner now, and the address may belong to another user. Needs the system scope.
create function gatehouse_has_former_sso_owner(account uuid, tenant uuid, address_domain text)
returns boolean language sql stable as $$
  select exists (
    select from external_identities i
    join sso_connections c
      on c.id = case when i.kind in ('oidc', 'saml') then i.provider::uuid end and c.tenant_id <> tenant
    where i.user_id = account and not exists (
      select from sso_domains d
      where d.tenant_id = c.tenant_id and d.connection_id = c.id and d.domain = address_domain
        and d.validated_at is not null
    )
  )
$$;

-- A directory of the tenant moved a membership to another account: the links of the tenant's connections go along where
-- the connection may open that account, and end otherwise. Other tenants' links stay.
create function gatehouse_move_sso_links(tenant uuid, from_account uuid, to_account uuid)
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
