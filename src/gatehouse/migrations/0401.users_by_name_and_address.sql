-- depends: 0399.locks
-- transactional: false
-- The beginning of a name is a range of this index, and a word that many users have is counted in it alone.
drop index concurrently if exists users_by_name_and_address;
create index concurrently users_by_name_and_address on users (lower(name) text_pattern_ops) include (id, name, email);
