-- The roles of a member: those assigned directly and those of the member's groups. A role may appear
-- several times.
-- test: tests/directory/test_groups.py::test_what_a_group_gives_counts_everywhere_and_ends_with_it
create or replace view effective_roles with (security_invoker = true) as
select mr.tenant_id, mr.user_id, mr.role_id from membership_roles mr
union all
select gm.tenant_id, gm.user_id, gr.role_id
from group_members gm
join group_roles gr on gr.tenant_id = gm.tenant_id and gr.group_id = gm.group_id
where not exists (
  select from group_configurations c
  where c.tenant_id = gm.tenant_id and not (c.enabled and c.roles_enabled)
);
