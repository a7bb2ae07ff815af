-- depends: 0161.staff_entries
-- Fewer seats from the next period on. The provider knows nothing of it until shortly before.

alter table licenses
  add column next_seats integer,
  add column next_seats_at timestamptz,
  add constraint licenses_next_seats_together check ((next_seats is null) = (next_seats_at is null)) not valid;

comment on column licenses.next_seats is 'fewer seats, asked for from the period on that begins at next_seats_at';
