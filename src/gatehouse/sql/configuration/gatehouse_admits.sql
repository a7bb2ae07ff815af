-- Whether a user may use an application in a tenant. Every user may use the default application. For others
-- the setting of the tenant counts, and without one that of the application; with managed access only
-- assigned users may.
-- test: tests/applications/test_admission.py::test_users_with_access_to_the_application_sign_in
create or replace function gatehouse_admits(application uuid, tenant uuid, person uuid) returns boolean
language sql stable as $$
  select coalesce((
    select case
      when a.is_default then true
      when t.tenant_id is null then a.access_type = 'FREE_ACCESS'
      when t.access_type = 'FREE_ACCESS' then true
      else exists (
        select from application_users u
        where u.tenant_id = tenant and u.user_id = person and u.application_id = a.id
      ) end
    from applications a
    left join application_tenants t on t.application_id = a.id and t.tenant_id = tenant
    where a.id = application
  ), false)
$$;
