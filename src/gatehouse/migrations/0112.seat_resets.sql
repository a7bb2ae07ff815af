-- depends: 0111.license_key_overlap
-- Seats that are held until they are freed go free at the billing date.

alter table licenses add column seats_due_at timestamptz;
comment on column licenses.seats_due_at is
  'the billing date at which seats without a lease are freed next; kept until that was done';

update licenses set seats_due_at = next_payment_at where next_payment_at is not null;
