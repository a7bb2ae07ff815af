-- depends: 0154.application_clients
-- Clients that register themselves (RFC 7591), where the vendor lets them.

alter table applications add column allow_dcr boolean not null default false;
comment on column applications.allow_dcr is 'clients may register themselves beside it';
alter table application_clients add column registered_at timestamptz;
comment on column application_clients.registered_at is 'when it registered itself; null: the vendor made it';
create index application_clients_registered on application_clients (registered_at)
  where registered_at is not null;
