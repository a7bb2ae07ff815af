-- depends: 0036.sub_accounts
-- transactional: false
-- The orders in which the accounts below one are listed, and who is somewhere by rights from above.
drop index concurrently if exists tenants_children_by_name;
create index concurrently tenants_children_by_name on tenants (parent_id, lower(name) nulls first, id)
  where deleted_at is null;
drop index concurrently if exists tenants_children_by_age;
create index concurrently tenants_children_by_age on tenants (parent_id, created_at nulls first, id)
  where deleted_at is null;
drop index concurrently if exists memberships_inherited;
create index concurrently memberships_inherited on memberships (inherited_from, user_id)
  where inherited_from is not null;
