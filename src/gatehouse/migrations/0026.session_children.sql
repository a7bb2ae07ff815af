-- depends: 0025.oauth
-- transactional: false
-- The sessions that end with another.
drop index concurrently if exists sessions_by_parent;
create index concurrently sessions_by_parent on sessions (parent_id) where ended_at is null and parent_id is not null;
