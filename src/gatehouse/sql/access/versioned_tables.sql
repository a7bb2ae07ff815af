-- Everything that a remembered answer depends on has a version: the tables of
-- [ADR 34](../adr/0034-answers-are-valid-by-versions.md). Only columns that no answer contains are excluded,
-- so a new column counts.
-- test: tests/access/test_versions.py::test_every_column_that_an_answer_reads_is_listed_with_its_version
-- test: tests/access/test_versions.py::test_each_change_gives_a_new_version
-- test: tests/access/test_versions.py::test_changes_of_other_columns_give_no_version
call keep_versions('group_members', 'user', 'user_id');
call keep_versions('membership_roles', 'user', 'user_id');
call keep_versions('memberships', 'user', 'user_id', '{last_seen_at}');
call keep_versions('passwords', 'user', 'user_id', '{hash,changed_at,failed_attempts,breached_at}');
call keep_versions('users', 'user', 'id',
  '{updated_at,default_tenant_id,vendor_metadata,external_id,metadata_claimed,vouched_at,proved_at}');
call keep_versions('entry_rules', 'tenant', 'tenant_id');
call keep_versions('group_configurations', 'tenant', 'tenant_id', '{updated_at}');
call keep_versions('group_roles', 'tenant', 'tenant_id');
call keep_versions('groups', 'tenant', 'tenant_id', '{updated_at,description,metadata,managed_by}');
call keep_versions('mfa_policies', 'tenant', 'tenant_id');
call keep_versions('role_permissions', 'tenant', 'tenant_id');
call keep_versions('roles', 'tenant', 'tenant_id');
call keep_versions('session_policies', 'tenant', 'tenant_id');
call keep_versions('tenants', 'tenant', 'id');

create or replace trigger versions_changed after insert or update or delete or truncate on permissions
  for each statement execute function raise_versions('common');
alter table permissions enable always trigger versions_changed;

create or replace trigger versions_changed after insert or update or delete or truncate on vendor
  for each statement execute function raise_versions('common');
alter table vendor enable always trigger versions_changed;
