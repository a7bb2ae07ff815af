"""Statements on approvals. Flows and approvals are found by their id: the vendor's backends act for no
tenant, and approvers come with a link."""

from datetime import datetime
from typing import LiteralString
from uuid import UUID

from gatehouse.identity.approvals import models
from gatehouse.kit.db import Command, Query
from gatehouse.kit.tenant_cleanup import TenantTable

LEFT = TenantTable("approval_flows")

_FLOW: LiteralString = """
  id, tenant_id, name, description, is_active, channels, configuration, steps, created_at, updated_at
"""
FLOW = Query(models.ApprovalFlow, f"select {_FLOW} from approval_flows where id = $1")
# For a tenant: its own flow before the one for every tenant.
STEP_UP_FLOW = Query(
    models.ApprovalFlow,
    f"""
    select {_FLOW} from approval_flows
    where (tenant_id = $1 or tenant_id is null) and lower(name) = $2 and is_active
    order by tenant_id nulls last, created_at, id limit 1
    """,
)

# Users with access to the tenant now.
REQUESTER = Query(
    models.Requester,
    """
    select u.id, u.email, u.name from memberships_in_force m join users u on u.id = m.user_id
    where m.tenant_id = $1 and m.user_id = $2 and m.until > $3
    """,
)
HOME = Query(
    UUID, "select default_tenant_id from users where id = $1 and default_tenant_id is not null"
)

# Users with one of these roles now.
HOLDERS = Query(
    models.ApproverCandidate,
    """
    select distinct u.id as user_id, u.email, null::text as phone_number, true as by_role
    from effective_roles e
    join roles r on r.id = e.role_id and r.key = any ($2::text[])
    join memberships_in_force m on m.tenant_id = e.tenant_id and m.user_id = e.user_id and m.until > $3
    join users u on u.id = e.user_id
    where e.tenant_id = $1 order by u.email limit $4
    """,
)
ADDRESSED = Query(
    models.ApproverCandidate,
    """
    select gatehouse_person_of(email) as user_id, email, null::text as phone_number, false as by_role
    from unnest($1::text[]) email
    """,
)
CALLED = Query(
    models.ApproverCandidate,
    """
    select (
      select u.id from users u where translate(u.phone_number, ' ().-', '') = number
      and u.id = $2 limit 1
    ) as user_id, null::text as email, number as phone_number, false as by_role
    from unnest($1::text[]) number
    """,
)

_APPROVAL: LiteralString = """
  id, tenant_id, flow_id, requester_id, name, description, configuration, steps, step, execution_data,
  webhook_url, status, requested_at, expires_at, approves_at, reminds_at, decided_at
"""
ADD = Query(
    models.Approval,
    f"""
    insert into approvals (id, tenant_id, flow_id, requester_id, name, description, configuration, steps,
      step, execution_data, webhook_url, status, requested_at, expires_at, approves_at, reminds_at, due_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, 0, $9, $10, 'pending', $11, $12, $13, $14, $15)
    returning {_APPROVAL}
    """,
)
ADD_APPROVER = Command(
    """
    insert into approval_approvers (id, tenant_id, approval_id, step_id, user_id, email, phone_number,
      by_role)
    values ($1, $2, $3, $4, $5, $6, $7, $8)
    """
)
ONE = Query(models.Approval, f"select {_APPROVAL} from approvals where id = $1")
# Locks the approval, so that concurrent decisions wait for each other.
TAKE = Query(models.Approval, f"select {_APPROVAL} from approvals where id = $1 for update")
DUE = Query(
    models.DueApproval,
    """
    select due_at, id, tenant_id from approvals
    where status = 'pending' and due_at <= $1 and (due_at, id) > ($2, $3)
      and exists (select from tenants t where t.id = approvals.tenant_id and t.deleted_at is null)
    order by due_at, id limit $4
    """,
)
# Skips approvals that another worker is deciding.
TAKE_DUE = Query(
    models.Approval,
    f"""
    select {_APPROVAL} from approvals
    where tenant_id = $1 and id = $2 and status = 'pending' and due_at <= $3 for update skip locked
    """,
)

_APPROVER: LiteralString = "a.id, a.user_id, a.email, a.phone_number, a.approved"
# $3: the hash of the link. An approver chosen by role still holds one of the roles $5, and an approver with a
# membership still has access to the tenant.
APPROVER = Query(
    models.Approver,
    f"""
    select {_APPROVER} from approval_approvers a
    join approvals p on p.tenant_id = a.tenant_id and p.id = a.approval_id
    join tenants t on t.id = a.tenant_id and t.deleted_at is null
    where a.approval_id = $1 and a.step_id = $2 and $3 = any (a.token_hashes)
      and (exists (
          select from memberships_in_force m
          where m.tenant_id = a.tenant_id and m.user_id = a.user_id and m.until > $4
        ) or not a.by_role and not exists (
          select from memberships o where o.tenant_id = a.tenant_id and o.user_id = a.user_id
        ))
      and (not a.by_role or exists (
          select from effective_roles e join roles r on r.id = e.role_id and r.key = any ($5::text[])
          where e.tenant_id = a.tenant_id and e.user_id = a.user_id
        ))
    """,
)
SILENT = Query(
    models.Approver,
    f"""
    select {_APPROVER} from approval_approvers a
    where a.tenant_id = $1 and a.approval_id = $2 and a.step_id = $3 and a.approved is null
    order by a.id
    """,
)
SENT = Command(
    "update approval_approvers set token_hashes = token_hashes || $3::text where tenant_id = $1 and id = $2"
)
ANSWER = Command(
    """
    update approval_approvers set approved = $3, answered_at = $4
    where tenant_id = $1 and id = $2 and approved is null
    """
)
VOTES = Query(
    models.ApprovalVotes,
    """
    select count(*) filter (where approved)::int as yes, count(*) filter (where not approved)::int as no
    from approval_approvers where tenant_id = $1 and approval_id = $2 and step_id = $3
    """,
)
NEXT_STEP = Command("update approvals set step = step + 1 where tenant_id = $1 and id = $2")
REMINDED = Command(
    "update approvals set reminds_at = $3, due_at = $4 where tenant_id = $1 and id = $2"
)
# Invalidates all links.
END = Command(
    """
    with links as (
      update approval_approvers set token_hashes = '{}' where tenant_id = $1 and approval_id = $2
    )
    update approvals set status = $3, decided_at = $4
    where tenant_id = $1 and id = $2 and status = 'pending'
    """
)

FORGET = Command(
    "delete from approvals where id in ("
    "select id from approvals where requested_at < $1 order by requested_at limit $2)"
)
OLDEST = Query(datetime, "select min(requested_at) as requested_at from approvals")


# The flows of tenant $1 and of every tenant; without one, all. They are few.
FLOWS_OF_TENANT = Query(
    models.ApprovalFlow,
    f"""
    select {_FLOW} from approval_flows
    where $1::uuid is null or tenant_id is null or tenant_id = $1
    order by created_at, id
    """,
)
COUNT_FLOWS = Query(int, "select count(*) from approval_flows")
ADD_FLOW = Query(
    models.ApprovalFlow,
    f"""
    insert into approval_flows ({_FLOW}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
    returning {_FLOW}
    """,
)
CHANGE_FLOW = Query(
    models.ApprovalFlow,
    f"""
    update approval_flows set name = $2, description = $3, is_active = $4, channels = $5,
      configuration = $6, steps = $7, updated_at = $8
    where id = $1 returning {_FLOW}
    """,
)
DELETE_FLOW = Command("delete from approval_flows where id = $1")
