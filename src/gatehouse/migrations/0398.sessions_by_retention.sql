-- depends: 0397.configuration_version
-- transactional: false
-- Processes of the previous version find old sessions without an index meanwhile, and delete the same ones.
drop index concurrently if exists sessions_by_retention;
create index concurrently sessions_by_retention on sessions (retention_from);
drop index concurrently if exists sessions_by_over;
