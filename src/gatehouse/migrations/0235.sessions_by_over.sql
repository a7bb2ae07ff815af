-- depends: 0231.vouched_people
-- transactional: false
-- When sessions are over, in an order in which they are looked up. Of `coalesce` the database does not know that it
-- tells nothing about rows that are not the caller's, so behind row-level security the index before was read whole.
drop index concurrently if exists sessions_by_over;
create index concurrently sessions_by_over on sessions (least(ended_at, expires_at));
drop index concurrently if exists sessions_by_end;
