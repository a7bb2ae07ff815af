-- depends: 0161.staff_entries
-- transactional: false
-- The vendor asks what somebody has wherever they are: the index by tenant cannot tell that.
drop index concurrently if exists entitlements_of_people;
create index concurrently entitlements_of_people on entitlements (user_id) where user_id is not null;
