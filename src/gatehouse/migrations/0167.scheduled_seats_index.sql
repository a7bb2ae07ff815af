-- depends: 0166.scheduled_seats
-- transactional: false
-- Whose fewer seats are due.
drop index concurrently if exists licenses_next_seats;
create index concurrently licenses_next_seats on licenses (next_seats_at) where next_seats_at is not null;
