-- depends: 0401.users_by_name_and_address
-- transactional: false
-- The members of a tenant whose names begin alike are a range of this index.
drop index concurrently if exists roster_by_name_beginning;
create index concurrently roster_by_name_beginning on roster (tenant_id, name text_pattern_ops, user_id);
