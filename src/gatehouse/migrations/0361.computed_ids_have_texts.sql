-- depends: 0240.external_tenant_ids 0360.credentials_known
-- An id that is computed from a text belongs to the tenant with that text alone (ADR 28).
alter table tenants add constraint tenants_computed_id check (
  external_id is not null
  or id::text !~ '^74657874-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$'
) not valid;
