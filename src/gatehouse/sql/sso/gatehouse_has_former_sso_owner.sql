-- Whether a connection of another tenant opens this account and no longer speaks for the domain. Then the
-- domain has another owner, and the address may belong to another user. Needs the system scope.
-- test: tests/identity/sso/test_sign_in.py::test_a_domain_that_was_registered_anew_opens_no_account_of_before
create or replace function gatehouse_has_former_sso_owner(account uuid, tenant uuid, address_domain text)
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
