-- depends: 0155.dynamic_registration
-- Clients of applications are no configuration: their keys are none that the vendor's document may have, so that
-- nobody who registers a client takes a name away from it.

update applications set key = 'client:' || client_id
where key not like 'client:%' and id in (select application_id from application_clients);
