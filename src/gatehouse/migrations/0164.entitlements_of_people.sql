-- depends: 0161.staff_entries
-- The vendor asks what somebody has wherever they are; the index by tenant cannot tell that.
create index entitlements_of_people on entitlements (user_id) where user_id is not null;
