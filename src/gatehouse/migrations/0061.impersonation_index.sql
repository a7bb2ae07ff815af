-- depends: 0060.impersonation
-- transactional: false
-- The sessions in which somebody acts for others, which end with that somebody's own.
drop index concurrently if exists sessions_by_impersonator;
create index concurrently sessions_by_impersonator on sessions (impersonator_id) where impersonator_id is not null;
