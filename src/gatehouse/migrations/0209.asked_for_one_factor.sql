-- depends: 0196.backends
-- Whoever has everybody bring a second factor is not thrown out by it: their session goes on in that tenant.
alter table session_tenants add column mfa_excused boolean not null default false;
comment on column session_tenants.mfa_excused is 'this session has set the tenant''s rule for second factors, and goes on without one';
