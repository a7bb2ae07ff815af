-- depends: 0062.breached_passwords
-- transactional: false
-- The few passwords that are known from a breach.
drop index concurrently if exists passwords_breached;
create index concurrently passwords_breached on passwords (user_id) where breached_at is not null;
