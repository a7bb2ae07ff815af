-- depends: 0112.seat_resets
-- transactional: false
drop index concurrently if exists licenses_by_seat_reset;
create index concurrently licenses_by_seat_reset on licenses (seats_due_at) where seats_due_at is not null;
