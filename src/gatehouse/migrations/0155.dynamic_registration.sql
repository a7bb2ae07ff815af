-- depends: 0154.application_clients
-- Clients that register themselves (RFC 7591), where the vendor lets them.

alter table applications add column allow_dcr boolean not null default false;
comment on column applications.allow_dcr is 'clients may register themselves beside it';
