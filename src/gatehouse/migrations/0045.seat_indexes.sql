-- depends: 0044.machine_licenses
-- transactional: false
-- One seat of a kind for a holder.
drop index concurrently if exists license_seats_by_holder;
create unique index concurrently license_seats_by_holder on license_seats (license_id, kind, holder);
