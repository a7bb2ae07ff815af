-- depends: 0236.paying_organizations
-- The text by which the vendor names a tenant, where that is not the id itself (ADR 28). The id is then computed from
-- the text, so it stays what it is; the constraint holds both together.
alter table tenants add column external_id text;
comment on column tenants.external_id is 'what the wire names the tenant by; null where the id is its own text';
alter table tenants add constraint tenants_external_id check (
  external_id is null or (
    length(external_id) between 1 and 255
    and external_id !~ '[[:cntrl:]/?#]'
    and external_id !~* '74657874-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}'
    and id::text ~ '^74657874-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$'
    and substr(replace(id::text, '-', ''), 9, 4) || substr(replace(id::text, '-', ''), 14, 3)
      = substr(encode(sha256(convert_to(external_id, 'UTF8')), 'hex'), 1, 7)
    and substr(replace(id::text, '-', ''), 18)
      = substr(encode(sha256(convert_to(external_id, 'UTF8')), 'hex'), 9, 15)
  )
) not valid;
